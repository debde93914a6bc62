import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { serve } from './lib/answers.mjs';

/** Pages of many kinds, for the toolbar. */
const PAGE = '<!doctype html><title>é “page”</title><body><h1>Boats</h1></body></html>\n';
const SCRIPTED =
  '<!doctype html><meta charset="utf-8"><title>Boats</title><h1>Boats</h1><a href="/page">Page</a><button id="load">Load</button><script nonce="own">const load=()=>fetch("/json?from=fetch").then(r=>r.json());document.getElementById("load").onclick=load;const x=new XMLHttpRequest();x.open("POST","/json?from=xhr");setTimeout(()=>x.send(),200)</script>';
const STRICT =
  "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self' 'nonce-own';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests";
const LATIN = Buffer.from('<title>caf\xe9</title><p>caf\xe9</p>', 'latin1');

const app = express();
app.get('/favicon.ico', (_request, response) => response.status(204).end());
app.get('/page', (_request, response) => response.send(PAGE));
app.get('/unchanged', (_request, response) => response.set('ETag', '"1"').send(PAGE));
app.get('/fragment', (_request, response) => response.send('<p>no body element'));
app.get('/several', (_request, response) =>
  response.send('<body><script>"</body>"</script></body><!-- </body> --></body>'),
);
app.get('/latin', (_request, response) => response.type('text/html; charset=iso-8859-1').end(LATIN));
app.get('/text', (_request, response) => response.type('html').end(PAGE, 'utf8', () => console.log('ended')));
app.get('/hex', (_request, response) => response.type('html').end(Buffer.from(PAGE).toString('hex'), 'hex'));
app.get('/strict', (_request, response) => response.set('Content-Security-Policy', STRICT).send(SCRIPTED));
app.get('/scripted', (_request, response) => response.send(SCRIPTED));
app.get('/inline', (_request, response) =>
  response.set('Content-Security-Policy', "script-src 'self' 'unsafe-inline'").send(PAGE),
);
app.get('/sandbox', (_request, response) => response.set('Content-Security-Policy', 'sandbox').send(PAGE));
app.get('/meta', (_request, response) =>
  response.send(`<meta http-equiv="Content-Security-Policy" content="script-src 'none'">${PAGE}`),
);
app.get('/file', (_request, response) => response.sendFile(fileURLToPath(new URL('lib/page.html', import.meta.url))));
app.get('/head', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(PAGE);
});
app.get('/head-list', (_request, response) => {
  response.writeHead(203, 'Made', [
    'Content-Type',
    'text/html',
    'Content-Length',
    Buffer.byteLength(PAGE),
    'ETag',
    '"1"',
  ]);
  response.end(Buffer.from(PAGE));
});
app.get('/head-parts', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'CONTENT-LENGTH': 11, etag: 'W/"1"' });
  response.write('<p>one ');
  setImmediate(() => response.end('two\n'));
});
app.get('/head-meta', (_request, response) => {
  const page = `<meta http-equiv=content-security-policy content="script-src 'none'">`;
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.length });
  response.end(page);
});
// As @hono/node-server announces the length.
app.get('/head-hono', (_request, response) => {
  response._contentLength = Buffer.byteLength(PAGE);
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(PAGE);
});
app.get('/head-tag', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' });
  response.end(PAGE);
});
app.get('/stream', (_request, response) => {
  response.type('html').write('<p>one ');
  setImmediate(() => response.end('two'));
});
app.get('/head-stream', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<p>one ');
  setImmediate(() => response.end('two'));
});
app.get('/gzip', (_request, response) => response.type('html').set('Content-Encoding', 'gzip').send(gzipSync(PAGE)));
app.get('/part', (_request, response) =>
  response.status(206).set('Content-Range', 'bytes 0-2/9').type('html').send('<p>'),
);
app.get('/download', (_request, response) => response.attachment('boats.html').send(PAGE));
app.get('/empty', (_request, response) => response.type('html').end());
app.get('/nothing', (_request, response) => response.type('html').status(204).end());
app.get('/redirect', (_request, response) => response.redirect('/page'));
app.get('/frames', (_request, response) => response.send('<title>Frames</title><iframe src="/page"></iframe>'));
app.all('/json', (_request, response) => response.json({ hello: 'world' }));
serve(createServer(app));
