// What the page does without any library: pointing at a body, joint or force lights it in every picture and table, a cut with its whole loop; the theme; and the
// state in the fragment. The page with the 3-D view contains the same script and listens to the same events:
//   'mb:lit'    something else is lit now; mbreport.marked tells what
//   'mb:theme'  the colours have changed
(() => {
  const root = document.documentElement;
  const block = document.getElementById('data');
  const data = block ? JSON.parse(block.textContent) : {};
  const byName = (list) => new Map((list || []).map((entry) => [entry.name, entry]));
  const joints = byName(data.joints);
  const forces = byName(data.forces);
  const bodies = byName(data.bodies);
  const kinds = ['joint', 'force', 'body'];
  const hint = 'Point at a body or joint anywhere: it lights up in every picture.';

  // State as the fragment has it: '#t=1.6&j=fl_tie_rod&theme=dark'. A fragment without '=' is an ordinary link within the page.
  const state = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
  function keep(entries) {
    for (const [key, value] of Object.entries(entries)) {
      if (value === null) state.delete(key);
      else state.set(key, value);
    }
    try {
      history.replaceState(null, '', '#' + state);
    } catch {
      // Some browsers refuse this for files; the page works without it.
    }
  }

  // What lights up with something: bodies, joints and forces by name.
  function companyOf(kind, names) {
    const marked = { body: new Set(), joint: new Set(), force: new Set() };
    for (const name of names) addCompany(kind, name, marked);
    return marked;
  }
  // A cut takes its whole loop along with the bodies on it.
  function addCompany(kind, name, marked) {
    marked[kind].add(name);
    // A removed rod is a body whose joints are all cut: it stands for them.
    const ofBody = kind === 'body' ? jointsOf(name) : [];
    const isRod = ofBody.length > 0 && ofBody.every((joint) => joint.cut);
    const first = kind === 'body' ? (isRod ? ofBody.map((joint) => joint.name) : []) : [(kind === 'force' && forces.get(name) && forces.get(name).joint) || name];
    const loop = first.flatMap((jointName) => (joints.get(jointName) || {}).loop || []);
    for (const jointName of [...first, ...loop]) {
      const joint = joints.get(jointName);
      if (!joint) continue;
      marked.joint.add(jointName);
      if (forces.has(jointName)) marked.force.add(jointName);
      for (const body of joint.bodies) if (body >= 0) marked.body.add(data.bodies[body].name);
    }
  }

  const jointsOf = (body) => (data.joints || []).filter((joint) => joint.bodies.some((index) => index >= 0 && data.bodies[index].name === body));

  // One line about what is pointed at.
  function lineAbout(kind, name) {
    const joint = joints.get(name);
    if (kind === 'body') {
      const body = bodies.get(name);
      const ofBody = jointsOf(name);
      const mass = body && body.mass ? ` · ${Number(body.mass.toPrecision(4))} kg` : '';
      const base = body && data.bodies[data.base] === body ? ' · base body' : '';
      return `${name} · body${base}${mass}${ofBody.length ? ' · ' + ofBody.map((entry) => entry.name).join(', ') : ''}`;
    }
    if (!joint) return `${name} · ${(forces.get(name) || { kind: 'force' }).kind}`;
    return `${name} · ${joint.type}${joint.reason ? ' · ' + joint.reason : ''}`;
  }

  // What an element stands for: more than one name where a picture draws once what repeats.
  const kLists = { body: 'bodies', joint: 'joints' };
  function namesOf(element, kind) {
    const list = element.dataset[kLists[kind]];
    return list ? list.split('\n') : [element.dataset[kind]];
  }
  function elementsOf(marked) {
    return kinds.flatMap((kind) => [...document.querySelectorAll(`[data-${kind}]`)].filter((element) => namesOf(element, kind).some((name) => marked[kind].has(name))));
  }

  function tell(text, isTold) {
    const line = document.getElementById('spoken');
    if (!line) return;
    line.replaceChildren(Object.assign(document.createElement('span'), { textContent: text }));
    line.classList.toggle('told', isTold);
  }

  let pointed = '';
  function point(kind, name, names = [name]) {
    const wanted = kind ? `${kind}:${names.join('\n')}` : '';
    if (wanted === pointed) return;
    pointed = wanted;
    for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
    mbreport.marked = kind ? companyOf(kind, names) : null;
    mbreport.pointed = kind ? { kind, name } : null;
    root.classList.toggle('dim', Boolean(kind));
    if (kind) for (const element of elementsOf(mbreport.marked)) element.classList.add('lit');
    const others = names.length > 1 ? ` · and alike: ${names.slice(1).join(', ')}` : '';
    tell(kind ? lineAbout(kind, name) + others : hint, Boolean(kind));
    document.dispatchEvent(new CustomEvent('mb:lit'));
  }

  // A click keeps what is lit until something else is clicked or Escape is pressed.
  let held = null;
  function hold(kind, name, names = [name]) {
    held = kind && !(held && held[0] === kind && held[1] === name) ? [kind, name, names] : null;
    point(...(held || [null]));
    keep({ j: held && kind !== 'body' ? name : null, b: held && kind === 'body' ? name : null });
  }
  const rest = () => point(...(held || [null]));

  function meantBy(target) {
    const element = target instanceof Element && target.closest('[data-joint],[data-force],[data-body]');
    const kind = element && kinds.find((name) => name in element.dataset);
    return kind && [kind, element.dataset[kind], namesOf(element, kind)];
  }

  function listen() {
    // Rows and the tree's bodies and joints can be reached by keys; the other pictures show the same ones.
    for (const element of document.querySelectorAll('tr[data-joint], tr[data-body], tr[data-force], #tree rect[data-body], #tree circle[data-joint]')) element.tabIndex = 0;
    document.addEventListener('pointerover', (event) => {
      if (event.target instanceof Element && event.target.closest('#view3d')) return;
      const meant = meantBy(event.target);
      if (meant) point(...meant);
      else rest();
    });
    document.addEventListener('focusin', (event) => {
      const meant = meantBy(event.target);
      if (meant) point(...meant);
    });
    document.addEventListener('focusout', rest);
    document.addEventListener('click', (event) => {
      const meant = meantBy(event.target);
      if (meant) hold(...meant);
    });
    document.addEventListener('keydown', (event) => {
      const meant = event.key === 'Enter' && meantBy(event.target);
      if (meant) hold(...meant);
      if (event.key === 'Escape') hold(null);
    });
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }
  function setTheme(theme) {
    root.dataset.theme = theme;
    document.dispatchEvent(new CustomEvent('mb:theme'));
  }
  function listenToTheme() {
    if (['dark', 'light'].includes(state.get('theme'))) setTheme(state.get('theme'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => document.dispatchEvent(new CustomEvent('mb:theme')));
    const button = document.getElementById('theme');
    if (!button) return;
    button.hidden = false;
    button.setAttribute('aria-label', 'switch between light and dark');
    button.addEventListener('click', () => {
      setTheme(isDark() ? 'light' : 'dark');
      keep({ theme: root.dataset.theme });
    });
  }

  // Large pictures stand one at a time behind a switch, so that what they have in common stays in place when switched.
  function makeSwitches() {
    for (const panels of document.querySelectorAll('.panels.wide')) {
      const figures = [...panels.children];
      const row = document.createElement('div');
      row.className = 'switch';
      const show = (chosen) => {
        figures.forEach((figure, index) => figure.classList.toggle('hidden', index !== chosen));
        [...row.children].forEach((button, index) => button.setAttribute('aria-pressed', index === chosen));
      };
      figures.forEach((figure, index) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = (figure.querySelector('figcaption') || figure).textContent.trim();
        button.addEventListener('click', () => show(index));
        row.append(button);
      });
      panels.before(row);
      show(0);
    }
  }

  const mbreport = {
    data,
    state,
    keep,
    point,
    hold,
    rest,
    isDark,
    marked: null,
    pointed: null,
    errors: [],
    lit: () => (mbreport.marked ? kinds.flatMap((kind) => [...mbreport.marked[kind]]) : []),
    ready: Promise.resolve(),
  };
  window.mbreport = mbreport;
  window.addEventListener('error', (event) => mbreport.errors.push(String(event.message)));
  document.addEventListener('securitypolicyviolation', (event) => mbreport.errors.push(`policy: ${event.violatedDirective}`));
  tell(hint, false);
  listen();
  listenToTheme();
  makeSwitches();
  const joint = state.get('j');
  if (joint) hold(joints.has(joint) ? 'joint' : 'force', joint);
  else if (bodies.has(state.get('b'))) hold('body', state.get('b'));
})();
