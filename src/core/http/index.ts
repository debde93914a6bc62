/** The public API of `oriel/http`. @module */
export { HttpResponse } from './response.ts';
export { ResponseHeaders } from './response-headers.ts';
export { Negotiator } from './negotiation.ts';
export { ProblemError, problem } from './problem.ts';
export { parseAccept } from './headers/accept.ts';
export { cookieValues, parseCookies } from './headers/cookie.ts';
export { formatSetCookie } from './headers/set-cookie.ts';
export { contentDisposition } from './headers/content-disposition.ts';
export { cacheControl } from './headers/cache-control.ts';
export { parseEntityTags } from './headers/entity-tag.ts';
export { formatHttpDate, parseHttpDate } from './headers/http-date.ts';
export { formatLink } from './headers/link.ts';
export { parsePrefer } from './headers/prefer.ts';
export { addVary } from './headers/vary.ts';
export { parseMediaType } from './headers/media-type.ts';
export { parseTraceparent } from './headers/traceparent.ts';
export { parseQuery } from './query.ts';
export { formatDeprecation, parseDay } from './headers/deprecation.ts';
export {
  BadRequestError,
  ConflictError,
  ContentTooLargeError,
  ForbiddenError,
  GoneError,
  HttpError,
  InternalServerError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  PreconditionFailedError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
} from './errors.ts';
export type { MediaRange } from './headers/accept.ts';
export type { EntityTag } from './headers/entity-tag.ts';
export type { MediaType } from './headers/media-type.ts';
export type { Negotiated, Offer } from './negotiation.ts';
export type { Traceparent } from './headers/traceparent.ts';
export type { BaseUser, Register, User } from './user.ts';
export type { CacheRules } from './headers/cache-control.ts';
export type { CookieAttributes, SameSite } from './headers/set-cookie.ts';
export type { WebLink } from './headers/link.ts';
export type { ResponseBody } from './response.ts';
