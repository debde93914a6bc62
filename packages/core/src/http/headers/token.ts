/** Returns whether a text is a token (RFC 9110 §5.6.2), as methods and names of headers, cookies and parameters are. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
