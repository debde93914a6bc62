/** Internal values of the packages of Oriel: `oriel-core/http`. They may change in any version. @module */
export { answerWithin, atMost } from './answer-within.ts';
export { isLoopbackName, matchesHostPattern, parseAuthority } from './authority.ts';
export { chooseCoding } from './content-coding.ts';
export type { Coding } from './content-coding.ts';
export { HttpContext } from './context.ts';
export type { RequestInput, RouteInfo } from './context.ts';
export type { Delivery } from './delivery.ts';
export { assertKnownNames, didYouMean } from './did-you-mean.ts';
export {
  MAX_TIMER_MS,
  describeDurationIssue,
  formatDuration,
  parseDuration,
  toMilliseconds,
  toSeconds,
} from './duration.ts';
export type { Duration, DurationRange } from './duration.ts';
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
  ViolationList,
  getStatus,
  withoutStack,
} from './http-errors.ts';
export type { HttpErrorOptions, Violation } from './http-errors.ts';
export { parseAccept } from './headers/accept.ts';
export type { MediaRange } from './headers/accept.ts';
export {
  CACHE_DURATION,
  DEFAULT_CACHE_CONTROL,
  cacheControl,
  formatCacheControl,
  privateCacheControl,
} from './headers/cache-control.ts';
export type { CacheRules } from './headers/cache-control.ts';
export { cookieValues, parseCookies } from './headers/cookie.ts';
export { parseMediaType, splitUnquoted } from './headers/media-type.ts';
export type { MediaType } from './headers/media-type.ts';
export { isToken } from './headers/token.ts';
export { formatTraceparent, parseTraceparent } from './headers/traceparent.ts';
export type { Traceparent } from './headers/traceparent.ts';
export { parseWeightedList } from './headers/weighted-list.ts';
export type { IncomingRequest, RequestBody, RequestHeaders } from './incoming-request.ts';
export type { ConsideredRange, Language, SchemaErrors } from './language.ts';
export { foreignPageReason, remoteReason } from './local-request.ts';
export type { LocalRequest } from './local-request.ts';
export { Memo } from './memo.ts';
export { memoizeText } from './memoize-text.ts';
export { Negotiator } from './negotiation.ts';
export type { Negotiated, Offer } from './negotiation.ts';
export { NullPrototypeRecord, isObject, getTag } from './objects.ts';
export { ProblemError, describeError, failureReason, getMessage, problem, toProblem } from './problem.ts';
export type { ProblemDocument, ProblemType } from './problem.ts';
export { andThen, isPromise } from './promises.ts';
export type { MaybePromise } from './promises.ts';
export { isPushedBody } from './pushed-body.ts';
export type { BodySink, BodySource, PushedBody } from './pushed-body.ts';
export { ResponseHeaders } from './response-headers.ts';
export { HttpResponse, isFileBody } from './response.ts';
export type { ByteSource, FileBody, OmittedBody, ResponseBody } from './response.ts';
export { hasOnlyParameters, substituteParameters } from './route-shape.ts';
export type { Session, SessionData, SessionKey, SessionValue } from './session.ts';
export { getPointer } from './standard-schema.ts';
export type { InferInput, InferOutput, SchemaIssue, SchemaResult, StandardSchema } from './standard-schema.ts';
export { allowsBody, reasonPhrase } from './status.ts';
export { parseTarget } from './target.ts';
export type { Authentication, BaseUser, Register, RoleName, User, UserAccess } from './user.ts';
