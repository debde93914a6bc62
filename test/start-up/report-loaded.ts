/** Answers once as a host with these settings, as JSON, and prints the URLs of what was loaded for it. */
import { request } from 'node:http';
import { registerHooks } from 'node:module';
import type { HostConfig } from 'oriel';

const settings = JSON.parse(process.argv[2]!) as HostConfig;
const urls: string[] = [];
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
const { defineHost, route } = await import('oriel');
const hello = route('hello', 'GET /', { handle: () => ({ hello: 'world' }) });
const listening = await defineHost({ ...settings, routes: [hello], log: false }).listen({ port: 0 });
await new Promise((answered) => request(listening.url, (response) => answered(response.resume())).end());
await listening.close(0);
console.log(JSON.stringify(urls));
