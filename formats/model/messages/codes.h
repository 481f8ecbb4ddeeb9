// What can be wrong, one number each: the number in a message "error[E0302]".
#pragma once

#include <string>

namespace mb {

// The numbers stay what they are once a release has used them; the hundreds are kinds.
enum class Code {
  // files and limits
  cannotRead = 101,
  cannotWrite = 102,
  unknownFormat = 103,
  otherKindOfFile = 104,
  emptyFile = 105,
  notText = 106,
  tooLarge = 107,
  tooDeep = 108,
  tooMany = 109,
  tooLong = 110,
  outsideFolder = 111,
  includesItself = 112,
  unknownVersion = 113,
  tooManyErrors = 114,
  // how a file is written
  unclosedTag = 201,
  malformedTag = 202,
  notOneRoot = 203,
  forbiddenXml = 204,
  malformedText = 205,
  malformedStatement = 206,
  malformedJson = 207,
  malformedOutline = 208,
  malformedLine = 209,
  malformedTable = 210,
  givenTwice = 211,
  // words and numbers
  unknownElement = 301,
  unknownAttribute = 302,
  missingAttribute = 303,
  missingElement = 304,
  strayText = 305,
  secondElement = 306,
  unknownWord = 307,
  notANumber = 308,
  notFinite = 309,
  wrongCount = 310,
  unknownUnit = 311,
  excludeEachOther = 312,
  outOfRange = 313,
  missingValue = 314,
  ignoredInput = 315,
  otherType = 316,
  // names
  unknownName = 401,
  nameTwice = 402,
  badName = 403,
  otherKindOfThing = 404,
  circle = 405,
  unclearName = 406,
  // bodies, frames, joints, forces
  impossibleMass = 501,
  impossibleInertia = 502,
  noDirection = 503,
  notARotation = 504,
  mustBePositive = 505,
  mustIncrease = 506,
  sameBody = 507,
  twoGrounds = 508,
  badGround = 509,
  noBodies = 510,
  jointMisfits = 511,
  noRoom = 512,
  impossibleTyre = 513,
  impossibleRoad = 514,
  badTree = 515,
  implausibleDensity = 520,
  implausibleGyration = 521,
  implausibleValue = 522,
  placedAway = 523,
  movesOtherwise = 524,
  turnsElsewhere = 525,
  // expressions
  expressionSyntax = 601,
  unknownFunction = 602,
  wrongArguments = 603,
  unknownParameter = 604,
  notConstant = 605,
  notOfTimeAlone = 606,
  // what cannot be modelled
  notModelled = 701,
  lostInTranslation = 702,
  openLoop = 703,
  velocitiesContradict = 704,
  fixedContradict = 705,
  ballComponent = 706,
  keptContradict = 707,
  notABase = 708,
  notARod = 709,
  rodChangesMachine = 710,
  neverMoves = 711,
  noStartValue = 712,
  nearlyMoves = 713,
  // how the program is called
  badOption = 801,
  optionNamesNothing = 802,
  noSuchColumn = 803,
  optionWithoutEffect = 804,
  nothingInCommon = 805,
  unknownCode = 806,
  // motion
  loopOpens = 901,
  singularPosition = 902,
  noMass = 903,
  grewBeyondBounds = 904,
  stepTooSmall = 905,
  noConvergence = 906,
  noEquilibrium = 907,
  solverCannot = 908,
  beyondLimits = 909,
  energyDeparts = 910,
  nothingMoves = 911,
  notDecided = 912,
  unresolvedFriction = 913,
  functionJumps = 914,
  // the program itself
  internalFault = 1001,
  outOfMemory = 1002,
};

// What an error of a code is about. The numbers are the exit codes of the program and the values of mbc_status.
enum class ErrorClass {
  usage = 2,     // what was asked for
  input = 3,     // what is in a file
  model = 4,     // a machine that cannot be modelled as it is given
  numeric = 5,   // the motion
  system = 6,    // files and memory that the system refuses
  internal = 7,  // a fault of the program
};
ErrorClass classOf(Code code);

// "0302"
std::string numberText(Code code);

}  // namespace mb
