// Numbers, lists, words and expressions in attributes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/xml/other_words.h"

namespace mb {
namespace {

constexpr const char* kNumberHint = "a decimal number like 1.5, or arithmetic over parameters";

bool samePlace(const SourceRef& a, const SourceRef& b) { return a.line == b.line && a.column == b.column; }

// The place after a part of the file.
SourceRef moved(SourceRef at, std::string_view over) {
  for (std::size_t next = nextLine(over, 0); next != std::string_view::npos; next = nextLine(over, 0)) {
    over.remove_prefix(next);
    ++at.line;
    at.column = 1;
  }
  at.column += static_cast<int>(over.size());
  return at;
}

// Places of characters of a value, requested in order: each is found from the previous one.
class Places {
 public:
  explicit Places(const XmlText& text)
      : text_(text),
        source_(text.source.empty() ? text.text : text.source),
        at_(text.valueAt),
        isKnown_(!samePlace(text.at, text.valueAt)) {}

  SourceRef at(std::size_t offset) {
    if (!isKnown_) return at_;
    const std::size_t length = sourceLength(source_, text_.text.substr(offset_, offset - offset_));
    at_ = moved(at_, source_.substr(0, length));
    source_.remove_prefix(length);
    offset_ = offset;
    return at_;
  }

  // A part of the value.
  XmlText part(std::size_t offset, std::size_t length) {
    SourceRef place = at(offset);
    return {text_.text.substr(offset, length), text_.at, std::move(place), source_};
  }

 private:
  const XmlText& text_;
  std::string_view source_;  // from the current place on
  SourceRef at_;
  bool isKnown_;  // whether the start of the value is known
  std::size_t offset_ = 0;
};

// The place of a character of the value.
SourceRef placeIn(const XmlText& text, std::size_t offset) { return Places(text).at(offset); }

struct Word {
  std::size_t offset = 0;
  std::string_view text;
};

std::vector<Word> split(std::string_view text) {
  std::vector<Word> words;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    const bool ends = k == text.size() || (depth <= 0 && isXmlBlank(text[k]));
    if (ends) {
      if (k > begin) words.push_back({begin, text.substr(begin, k - begin)});
      begin = k + 1;
    } else if (text[k] == '(') {
      ++depth;
    } else if (text[k] == ')') {
      --depth;
    }
  }
  return words;
}

Word wholeOf(const XmlText& text) {
  const std::string_view visible = trimmed(text.text, kXmlBlanks);
  return {static_cast<std::size_t>(visible.data() - text.text.data()), visible};
}

// For a value that is a single parameter with a declared dimension. The dimension of any other expression is unknown,
// and numbers without a dimension fit anything.
bool isOtherQuantity(const XmlText& text, const Word& word, const Dimension& wanted, const ElementContext& context,
                     Diagnostics& diagnostics) {
  if (!context.parameterDimension || wanted == dimension::kNone) return false;
  const std::size_t sign = word.text.starts_with('-') || word.text.starts_with('+') ? 1 : 0;
  const std::string_view name = word.text.substr(sign);
  const std::optional<Dimension> given = context.parameterDimension(name);
  if (!given || !contradict(*given, wanted)) return false;
  diagnostics
      .error(placeIn(text, word.offset + sign), Code::otherType,
             fmt::format("the parameter '{}' is in {}, but {} is required", name, unitText({}, *given),
                         unitText({}, wanted)))
      .withHint("check the unit of the parameter, or use another one");
  return true;
}

// What a text that begins like a number, but is not one, was probably meant to be.
struct Slip {
  std::string message;
  std::string hint;
  Code code = Code::notANumber;
};

std::optional<Slip> slipOf(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  const std::string lower = lowerCase(digits);
  const std::string message = fmt::format("'{}' is not a number", text);
  if (lower == "nan" || lower == "inf" || lower == "infinity") return Slip{message, "numbers are finite"};
  if (digits.empty() || !(isDigit(digits[0]) || digits[0] == '.')) return std::nullopt;

  double value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
  const std::string_view rest = digits.substr(number.size());
  if (number.size() > limits::kLongestNumber) {
    return Slip{fmt::format("a number of {} characters, the limit is {}", number.size(), limits::kLongestNumber),
                "only 17 digits count; write an exponent instead of zeros", Code::tooLong};
  }
  if (rest.empty() && error == std::errc::result_out_of_range) {
    return Slip{fmt::format("'{}' is out of the range of numbers", text),
                fmt::format("magnitudes from 1e-300 to {:g} are read, and 0", limits::kLargestNumber)};
  }
  if (rest == "," || (rest.size() > 1 && rest[0] == ',' && isDigit(rest[1]))) {
    const std::string hint = decimalCommaHint(text);
    return Slip{message, hint + (hint.empty() ? "" : "; ") + "numbers of a list are separated by blanks"};
  }
  const bool isWord = !rest.empty() && std::isalpha(static_cast<unsigned char>(rest[0])) != 0;
  if (isWord && parseUnit(rest)) {
    return Slip{message, fmt::format("units are declared in <units>; write {} in the unit declared there", number)};
  }
  if (isWord) return Slip{message, kNumberHint};
  return std::nullopt;
}

std::optional<double> evaluate(const XmlText& text, const Word& word, const ElementContext& context,
                               Diagnostics& diagnostics) {
  if (const auto value = parseNumber(word.text)) return value;
  if (const auto slip = slipOf(word.text)) {
    diagnostics.error(placeIn(text, word.offset), slip->code, slip->message).withHint(slip->hint);
    return std::nullopt;
  }
  ExpressionError error;
  const auto expression = parseExpression(word.text, context.parameters, error);
  if (!expression) {
    diagnostics
        .error(placeIn(text, word.offset + error.position),
               error.code == Code::expressionSyntax ? Code::notANumber : error.code,
               fmt::format("'{}' is not a number: {}", word.text, error.message))
        .withHint(error.hint.empty() ? kNumberHint : error.hint);
    return std::nullopt;
  }
  const auto value = constantValue(*expression);
  if (!value) {
    const bool changes = hasReferences(*expression) || usesTime(*expression);
    diagnostics
        .error(placeIn(text, word.offset), changes ? Code::notConstant : Code::notFinite,
               fmt::format("'{}' has no finite constant value", word.text))
        .withHint("neither time nor the motion may be used here, and the result must be finite");
  }
  return value;
}

std::optional<double> inSi(const XmlText& text, const Word& word, const Dimension& dimension, double scale,
                           const ElementContext& context, Diagnostics& diagnostics) {
  const auto value = evaluate(text, word, context, diagnostics);
  if (!value || isOtherQuantity(text, word, dimension, context, diagnostics)) return std::nullopt;
  const double si = *value * scale;
  if (std::abs(*value) <= limits::kLargestNumber && std::abs(si) <= limits::kLargestNumber) return si;
  const bool asWritten = std::abs(*value) > limits::kLargestNumber;
  diagnostics
      .error(placeIn(text, word.offset), Code::outOfRange,
             fmt::format("'{}' is {:.6g}{}, more than {:g}", word.text, asWritten ? *value : si,
                         asWritten ? "" : " in SI", limits::kLargestNumber))
      .withHint("no quantity of a machine is that large; check the units");
  return std::nullopt;
}

}  // namespace

XmlText slice(const XmlText& text, std::size_t offset, std::size_t length) { return Places(text).part(offset, length); }

std::vector<XmlText> wordsOf(const XmlText& text) {
  std::vector<XmlText> words;
  Places places(text);
  for (const Word& word : split(text.text)) words.push_back(places.part(word.offset, word.text.size()));
  return words;
}

std::optional<double> readNumber(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                 Diagnostics& diagnostics) {
  const std::vector<Word> words = split(text.text);
  if (words.empty()) {
    diagnostics.error(placeIn(text, 0), Code::missingValue, "there is no number").withHint(kNumberHint);
    return std::nullopt;
  }
  // A single number may contain blanks; it is not a list.
  const std::size_t begin = words.front().offset;
  const Word whole{begin, text.text.substr(begin, words.back().offset + words.back().text.size() - begin)};
  const bool isList = words.size() > 1 && std::all_of(words.begin(), words.end(), [](const Word& word) {
                        return parseNumber(word.text).has_value();
                      });
  if (isList) {
    diagnostics
        .error(placeIn(text, words[1].offset), Code::wrongCount,
               fmt::format("'{}' is {} numbers, expected 1", whole.text, words.size()))
        .withHint(kNumberHint);
    return std::nullopt;
  }
  return inSi(text, whole, dimension, toSi(context.units, dimension), context, diagnostics);
}

std::optional<std::vector<double>> readNumbers(const XmlText& text, int count, const Dimension& dimension,
                                               const ElementContext& context, Diagnostics& diagnostics) {
  const std::vector<Word> words = split(text.text);
  const double scale = toSi(context.units, dimension);
  std::vector<double> values;
  values.reserve(words.size());
  for (const Word& word : words) {
    const auto value = inSi(text, word, dimension, scale, context, diagnostics);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (count > 0 && static_cast<int>(values.size()) != count) {
    diagnostics
        .error(placeIn(text, 0), Code::wrongCount,
               fmt::format("{}, expected {}", counted(values.size(), "number"), count))
        .withHint("numbers are separated by blanks; sums with blanks need brackets");
    return std::nullopt;
  }
  return values;
}

std::optional<Vector3> readVector(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                  Diagnostics& diagnostics) {
  const auto values = readNumbers(text, 3, dimension, context, diagnostics);
  if (!values) return std::nullopt;
  return Vector3(values->data());
}

std::optional<Expression> readInSourceUnits(const XmlText& text, const ElementContext& context,
                                            Diagnostics& diagnostics, Naming naming) {
  ExpressionError error;
  std::vector<std::size_t> references;
  auto expression = parseExpression(text.text, context.parameters, error, &references);
  if (!expression) {
    diagnostics.error(placeIn(text, error.position), error.code, error.message).withHint(error.hint);
    return std::nullopt;
  }
  bool isResolved = true;
  Places places(text);
  auto offset = references.begin();
  forEachArgument(*expression, [&](const ExpressionFunction& function, std::size_t place, std::string& name) {
    if (diagnostics.gaveUp()) return;
    const SourceRef at = places.at(*offset++);
    const auto as = place < function.bodies.size() ? function.bodies[place] : ExpressionFunction::BodyAs::nothing;
    const bool isBody = naming == Naming::bodiesToo && as != ExpressionFunction::BodyAs::nothing &&
                        context.markerOfBody && name.find('.') == std::string::npos;
    auto canonical =
        isBody ? context.markerOfBody(as, name, at) : context.reference(argumentKind(function, place), name, at);
    if (canonical)
      name = std::move(*canonical);
    else
      isResolved = false;
  });
  if (!isResolved || diagnostics.gaveUp()) return std::nullopt;
  if (references.empty() && !usesTime(*expression) && !constantValue(*expression)) {
    const Word whole = wholeOf(text);
    diagnostics.error(placeIn(text, whole.offset), Code::notFinite, fmt::format("'{}' is not finite", whole.text))
        .withHint("look for a division by zero, or the root of a negative number");
    return std::nullopt;
  }
  return expression;
}

std::optional<Expression> readExpression(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                         Diagnostics& diagnostics) {
  std::optional<Expression> expression = readInSourceUnits(text, context, diagnostics);
  if (!expression || isOtherQuantity(text, wholeOf(text), dimension, context, diagnostics)) return std::nullopt;
  return toSi(std::move(*expression), context.units, dimension, context.namedDimension);
}

std::optional<int> readChoice(const XmlText& text, const std::vector<std::string>& words, Diagnostics& diagnostics,
                              Code code) {
  const auto found = std::find(words.begin(), words.end(), text.text);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  std::string hint = meantHint(text.text, words);
  if (hint.empty()) hint = fmt::format("write '{}', for instance", words.front());
  diagnostics.error(text.valueAt, code, fmt::format("'{}' is not one of: {}", text.text, fmt::join(words, ", ")))
      .withHint(std::move(hint));
  return std::nullopt;
}

bool readFlag(XmlElement& element, std::string_view attribute) {
  const auto text = element.attribute(attribute);
  return text && readChoice(*text, {"false", "true"}, element.diagnostics()) == 1;
}

std::optional<int> readCoordinate(const XmlText& text, const JointType& type, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (CoordinateName& coordinate : coordinateNames(type)) names.push_back(std::move(coordinate.name));
  const auto found = std::find(names.begin(), names.end(), text.text);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  diagnostics
      .error(text.valueAt, Code::unknownName,
             fmt::format("a joint of type '{}' has no coordinate '{}'", type.name, text.text))
      .withHint(names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", ")));
  return std::nullopt;
}

}  // namespace mb
