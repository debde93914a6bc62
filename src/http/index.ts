export { AccessInput, KNOWN, NOT_KNOWN_YET } from './access-input.ts';
export type { AccessFacts, Known } from './access-input.ts';
export { HiddenError, accessDenied } from './access-denied.ts';
export { notFoundMessage } from './not-found-message.ts';
export { deny, isPublic, partsOf } from './access-rule.ts';
export type {
  AccessDecider,
  AnyRule,
  AnyRulePart,
  Granted,
  Postponed,
  Denial,
  Refused,
  Rule,
  RuleFunction,
  RulePart,
  RuleWord,
  AccessVerdict,
} from './access-rule.ts';
export type { Authentication } from './authentication.ts';
export { isLoopbackName, matchesHostPattern, parseAuthority } from './authority.ts';
export type { Authority } from './authority.ts';
export { BareRecord } from './bare-record.ts';
export { Deadlines } from './deadlines.ts';
export type { Wait } from './deadlines.ts';
export type { DeriveKeys } from './derive-keys.ts';
export { didYouMean } from './did-you-mean.ts';
export { refuseUnknown } from './refuse-unknown.ts';
export { hasOauthParameter, isAuthorizationCode, redactQuery } from './redact-query.ts';
export { foreignPageReason, remoteReason } from './local-request.ts';
export { lowerFirst, upperFirst } from './first-letter.ts';
export { formatIdentifier, suffixPattern, unescapeIdentifier } from './identifier.ts';
export { HttpContext } from './context.ts';
export type { RequestInput, RouteInfo } from './context.ts';
export {
  BadRequestError,
  ConflictError,
  ContentTooLargeError,
  ExpectationFailedError,
  ForbiddenError,
  GoneError,
  HeaderFieldsTooLargeError,
  HttpError,
  InternalServerError,
  MethodNotAllowedError,
  MisdirectedRequestError,
  NotAcceptableError,
  NotFoundError,
  PreconditionFailedError,
  RangeNotSatisfiableError,
  RequestTimeoutError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
  UriTooLongError,
  describeViolations,
  statusOf,
} from './errors.ts';
export type { HttpErrorOptions, Violation } from './errors.ts';
export { covers, parseAccept, specificity } from './headers/accept.ts';
export type { MediaRange } from './headers/accept.ts';
export { ASK_AGAIN, cacheControl } from './headers/cache-control.ts';
export type { CacheRules } from './headers/cache-control.ts';
export { cookieValues, parseCookies } from './headers/cookie.ts';
export { formatDeprecation, parseDay } from './headers/deprecation.ts';
export { parseEntityTags } from './headers/entity-tag.ts';
export type { EntityTag } from './headers/entity-tag.ts';
export { formatHttpDate, parseHttpDate } from './headers/http-date.ts';
export type { ConsideredRange, Language, SchemaErrors } from './language.ts';
export { formatLink } from './headers/link.ts';
export type { WebLink } from './headers/link.ts';
export { parsePrefer } from './headers/prefer.ts';
export { cookieFlaw, formatSetCookie } from './headers/set-cookie.ts';
export type { CookieAttributes, SameSite } from './headers/set-cookie.ts';
export { addVary } from './headers/vary.ts';
export { parseMediaType, splitUnquoted } from './headers/media-type.ts';
export type { MediaType } from './headers/media-type.ts';
export type { IncomingRequest, RequestBody, RequestHeaders } from './incoming-request.ts';
export { readText } from './read-text.ts';
export { parseJson } from './json.ts';
export { assertNoDuplicates } from './json-duplicates.ts';
export { escapePointer, parsePointer } from './json-pointer.ts';
export { memberNames, parseSchema } from './parse-schema.ts';
export type { MemberNames } from './parse-schema.ts';
export { Memo } from './memo.ts';
export { Negotiator } from './negotiation.ts';
export type { Negotiated, Offer } from './negotiation.ts';
export { isPromise } from './promises.ts';
export { evaluatePreconditions, isConditional } from './preconditions.ts';
export type { Validators, Verdict } from './preconditions.ts';
export { ProblemError, messageOf, problem, toProblem } from './problem.ts';
export type { ProblemDocument, ProblemType } from './problem.ts';
export { parseQuery } from './query.ts';
export { isPushedBody } from './pushed-body.ts';
export type { BodySink, BodySource, PushedBody } from './pushed-body.ts';
export { RULE_WORD, ruleFlaw } from './rule-flaw.ts';
export { limitsIn } from './request-limit.ts';
export type { LimitAlgorithm, RequestLimit, RequestLimits } from './request-limit.ts';
export { RequestView } from './request-view.ts';
export { HttpResponse, isFileBody } from './response.ts';
export type { FileBody, ResponseBody } from './response.ts';
export { READS, coveredMethods, describeMethods } from './reads.ts';
export { assertReadable } from './readable-body.ts';
export { ResponseHeaders } from './response-headers.ts';
export { MASK, sensitivityOf, wordsOfName } from './sensitive.ts';
export type { Sensitivity } from './sensitive.ts';
export type { Session, SessionData, SessionKey, SessionValue } from './session.ts';
export { pointerOf } from './standard-schema.ts';
export type {
  InferInput,
  InferOutput,
  JsonSchemaSource,
  SchemaIssue,
  SchemaResult,
  StandardSchema,
} from './standard-schema.ts';
export { allowsBody, reasonPhrase } from './status.ts';
export { parseTraceparent } from './headers/traceparent.ts';
export type { Traceparent } from './headers/traceparent.ts';
export { parseTarget } from './target.ts';
export type { RequestTarget } from './target.ts';
export type { BaseUser, Register, User } from './user.ts';
export { withoutStack } from './without-stack.ts';
