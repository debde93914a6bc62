/** The attribute with what was found out about the origin of a preflight: so that no function is asked twice, nor is it counted. */
export const PREFLIGHT = 'oriel.cors';
