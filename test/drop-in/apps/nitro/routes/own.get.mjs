import { responseOf } from '../response-of.mjs';

/** Sends a request to a route of this application, without a connection. */
export default async (event) => {
  const { fetch = globalThis.fetch } = event;
  return { own: responseOf(event) !== undefined, hello: await (await fetch('/users/7')).json() };
};
