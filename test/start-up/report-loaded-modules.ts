/** Serves one request with the settings in the first argument, and prints the loaded URLs and built-in modules as JSON. */
import { registerHooks } from 'node:module';
import { connect } from 'node:net';
import type { HostConfig } from 'oriel-host';

const settings = JSON.parse(process.argv[2]!) as HostConfig;
const urls: string[] = [];
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
const { defineHost, route } = await import('oriel-host');
const hello = route('hello', 'GET /', { handle: () => ({ hello: 'world' }) });
const listening = await defineHost({ ...settings, routes: [hello], log: false }).listen({ port: 0 });
// An HTTP client would load further modules.
const socket = connect(listening.port, listening.host);
socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
await new Promise((resolve) => socket.once('data', resolve));
await listening.close();
const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] };
console.log(JSON.stringify({ urls, builtin: moduleLoadList }));
