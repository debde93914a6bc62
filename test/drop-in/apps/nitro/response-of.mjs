/** Returns the response of Node.js. */
export function responseOf({ req }) {
  return req.runtime.node.res;
}
