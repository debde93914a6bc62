/** Returns the response of Node.js. Nitro 2 has it in another member than Nitro 3. */
export function responseOf({ node, req }) {
  return node?.res ?? req.runtime.node.res;
}
