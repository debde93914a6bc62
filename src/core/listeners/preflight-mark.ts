/** The attribute with the CORS decision about a preflight request, so that functions are called and requests counted only once. */
export const PREFLIGHT = 'oriel.cors';
