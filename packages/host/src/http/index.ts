/** The public API of `oriel-host/http`. @module */
export {
  HttpResponse,
  ResponseHeaders,
  Negotiator,
  ProblemError,
  problem,
  parseAccept,
  cookieValues,
  parseCookies,
  cacheControl,
  parseMediaType,
  parseTraceparent,
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
} from 'oriel-core/http';
export { formatSetCookie } from './headers/set-cookie.ts';
export { contentDisposition } from './headers/content-disposition.ts';
export { parseEntityTags } from './headers/entity-tag.ts';
export { formatHttpDate, parseHttpDate } from './headers/http-date.ts';
export { formatLink } from './headers/link.ts';
export { parsePrefer } from './headers/prefer.ts';
export { addVary } from './headers/vary.ts';
export { parseQuery } from './query.ts';
export { formatDeprecation, parseDay } from './headers/deprecation.ts';
export type {
  MediaRange,
  MediaType,
  Negotiated,
  Offer,
  Traceparent,
  BaseUser,
  Register,
  User,
  CacheRules,
  ResponseBody,
} from 'oriel-core/http';
export type { EntityTag } from './headers/entity-tag.ts';
export type { CookieAttributes, SameSite } from './headers/set-cookie.ts';
export type { WebLink } from './headers/link.ts';
