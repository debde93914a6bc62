import { createServer } from 'node:http2';

/** Handlers of HTTP/2 streams that use the interfaces of Node.js in wrong ways. What they observe is a line of the output. */
const STREAMS = {
  getter: (stream) => {
    note('respond', () =>
      stream.respond({
        get 'x-a'() {
          throw new Error('getter');
        },
      }),
    );
    stream.respond({ 'x-b': 'b' });
    stream.end('text');
  },
  invalid: (stream) => {
    note('name', () => stream.respond({ 'x a': 'a' }));
    note('connection', () => stream.respond({ connection: 'close' }));
    note('status', () => stream.respond({ ':status': 7 }));
    note('type', () => stream.respond(5));
    stream.respond({ ':status': 201 });
    note('again', () => stream.respond({ ':status': 202 }));
    stream.end('text');
  },
  chunks: (stream) => {
    stream.on('error', (error) => log('error', error.code));
    stream.respond({ ':status': 200 });
    note('encoding', () => stream.write('text', 'no-such-encoding'));
    note('type', () => stream.write(5));
    stream.end('text');
  },
  closed: (stream) => {
    stream.close();
    note('respond', () => stream.respond({}));
    note('write', () => stream.write('x'));
  },
  ended: (stream) => {
    stream.respond({}, { endStream: true });
    note('write', () => stream.write('x', (error) => log('callback', error?.code)));
    stream.on('error', (error) => log('error', error.code));
  },
  trailers: (stream) => {
    stream.respond({}, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '1' }));
    stream.end('text');
  },
};

Error.stackTraceLimit = 50;
const output = [];
function log(...values) {
  output.push(values.map(String).join(' '));
}

function note(label, act) {
  try {
    log(label, String(act()));
  } catch (error) {
    const frames = error.stack.split('\n').filter((line) => line.includes('file:'));
    log(label, error.name, error.code, error.message, frames.length);
  }
}

process.on('uncaughtException', (error) => log('uncaught', error?.message));
const server = createServer();
server.on('stream', (stream, headers) => {
  const path = headers[':path'].slice(1);
  if (path === 'output') {
    stream.respond({});
    stream.end(JSON.stringify(output));
    output.length = 0;
  } else STREAMS[path](stream);
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
