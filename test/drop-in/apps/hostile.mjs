import { createServer } from 'node:http';

/** Handlers that use the interfaces of Node.js in unusual or wrong ways. What they observe is a line of the output. */
const HANDLERS = {
  'write-encoding': (request, response) => {
    note('write', () => response.write('text', 'no-such-encoding'));
    response.end('end');
  },
  'end-encoding': (request, response) => {
    note('end', () => response.end('text', 'no-such-encoding'));
    note('again', () => response.end('text'));
  },
  'page-encoding': (request, response) => {
    response.setHeader('Content-Type', 'text/html');
    note('end', () => response.end('<p>text', 'no-such-encoding'));
    note('again', () => response.end('<p>text'));
  },
  'write-types': (request, response) => {
    for (const value of [undefined, null, 5, {}, Symbol('s'), [], new ArrayBuffer(2), 5n, true])
      note(typeof value, () => response.write(value));
    note('end', () => response.end({}));
    response.end('x');
  },
  'byte-class': (request, response) => {
    class Bytes extends Uint8Array {
      constructor(...args) {
        if (args.length !== 1) throw new Error('one argument');
        super(...args);
      }
    }
    note('write', () => response.write(new Bytes([104, 105])));
    response.end(new Bytes([33]));
  },
  'head-errors': (request, response) => {
    note('status', () => response.writeHead(99));
    note('status text', () => response.writeHead('abc'));
    note('symbol status', () => response.writeHead(Symbol('s')));
    note('value', () => response.writeHead(200, { 'X-A': 'a\nb' }));
    note('name', () => response.writeHead(200, { 'X A': 'a' }));
    note('undefined', () => response.writeHead(200, { 'X-A': undefined }));
    note('odd', () => response.writeHead(200, ['X-A']));
    note('symbol', () => response.writeHead(200, { 'X-A': Symbol('s') }));
    note('null prototype', () => response.writeHead(200, { 'X-A': Object.create(null) }));
    response.writeHead(200, { 'X-B': 'b' });
    note('again', () => response.writeHead(200));
    response.end('x');
  },
  'head-getter': (request, response) => {
    note('getter', () =>
      response.writeHead(200, {
        get 'X-A'() {
          throw new Error('getter');
        },
      }),
    );
    response.end('x');
  },
  'head-revoked': (request, response) => {
    note('revoked', () => response.writeHead(200, revoked()));
    response.end('x');
  },
  'head-message': (request, response) => {
    note('message', () => response.writeHead(200, 'a\nb'));
    response.statusMessage = 'fine';
    response.end('x');
  },
  'page-after-error': (request, response) => {
    const page = '<p>page';
    note('value', () =>
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': page.length, 'X-A': 'a\nb' }),
    );
    response.writeHead(500, { 'Content-Type': 'text/html' });
    response.end('<p>fail');
  },
  'page-status': (request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('ETag', '"1"');
    response.statusCode = 99;
    note('end', () => response.end('<p>page'));
    response.statusCode = 500;
    response.end('<p>another page');
  },
  'end-twice': (request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.on('error', (error) => log('error', error.code));
    note('end', () => response.end('<p>page', () => log('first')) === response);
    note('end', () => response.end(() => log('second')) === response);
    note('end', () => response.end() === response);
  },
  'write-after-end': (request, response) => {
    response.on('error', (error) => log('error', error.code));
    response.end('x');
    note('write', () => response.write('late', (error) => log('callback', error?.code)));
    note('end', () => response.end('late', (error) => log('callback', error?.code)) === response);
  },
  'write-results': async (request, response) => {
    note('write', () => response.write('x', () => log('written')));
    note('write', () => response.write('x', 'latin1', () => log('written')));
    note('large', () => response.write(Buffer.alloc(1_000_000)));
    await new Promise((resolve) => response.once('drain', resolve));
    log('drained', response.writableLength);
    note('end', () => response.end('y', 'utf8', () => log('ended')) === response);
  },
  destroyed: (request, response) => {
    response.on('close', () => log('close'));
    response.on('error', (error) => log('error', error.code));
    response.socket.destroy();
    note('write', () => response.write('x', (error) => log('callback', error?.code)));
    note('end', () => response.end('x', (error) => log('callback', error?.code)) === response);
  },
  informational: async (request, response) => {
    note('early', () => response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }));
    note('processing', () => response.writeProcessing());
    response.setHeader('Trailer', 'X-Sum');
    response.write('part');
    response.addTrailers({ 'X-Sum': '1' });
    response.end();
  },
  trailers: (request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.write('<p>part');
    response.addTrailers({ 'X-Sum': '1' });
    response.end('<p>end');
  },
  'header-values': (request, response) => {
    let reads = 0;
    const value = {
      toString() {
        if (++reads > 3) throw new Error('read too often');
        return `value ${reads}`;
      },
    };
    response.setHeader('X-Object', value);
    response.end('x');
    log('reads', reads);
  },
  strict: (request, response) => {
    response.strictContentLength = true;
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('Content-Length', 4);
    note('long', () => response.end('<p>too long'));
    note('right', () => response.end('<p>!'));
  },
  'read-body': async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(String(part));
    log('read', parts.join(''), request.readableEnded, request.complete);
    response.end(parts.join(''));
  },
  'paused-body': (request, response) => {
    request.pause();
    setTimeout(() => {
      request.setEncoding('utf8');
      request.on('readable', () => {
        for (let part; (part = request.read(3)) !== null || (part = request.read()) !== null;) log('part', part);
      });
      request.on('end', () => response.end('read'));
    }, 10);
  },
  'pushed-body': (request, response) => {
    request.resume();
    request.on('error', (error) => log('error', error.code));
    request.on('end', () => {
      note('push', () => request.push('late'));
      note('push type', () => request.push(5));
      setImmediate(() => response.end('pushed'));
    });
  },
  'thrown-in-data': (request, response) => {
    request.on('data', () => {
      try {
        request.nothing();
      } catch (error) {
        log('caught', error.message);
      }
    });
    request.on('end', () => response.end('x'));
  },
  'unread-body': (request, response) => response.end('not read'),
  'hostile-logs': (request, response) => {
    const cyclic = { name: 'cyclic' };
    cyclic.self = cyclic;
    const values = [
      ...[cyclic, 10n, Symbol('s'), Object.create(null), '\ud800 lone', { big: 10n }, () => 1, undefined, null],
      {
        toJSON() {
          log('toJSON was called');
          return {};
        },
      },
      {
        get property() {
          log('a getter was called');
          return 1;
        },
      },
    ];
    for (const value of values) console.debug(value);
    response.end('logged');
  },
  'hostile-errors': async (request, response) => {
    const { port } = server.address();
    const reasons = [Object.create(null), Symbol('s'), 10n, undefined, errorWithGetters(), '\ud800'];
    for (const reason of reasons) {
      const controller = new AbortController();
      const call = fetch(`http://127.0.0.1:${port}/silent`, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 5);
      await call.then(
        () => log('answered'),
        (error) => log('rejected', typeof error),
      );
    }
    response.end('aborted');
  },
  silent: (request, response) => void setTimeout(() => response.end(), 1_000).unref(),
  'prepared-stacks': (request, response) => {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const results = [() => null, () => Object.create(null), () => Symbol('s'), () => ({ toString: 5 })];
    for (const prepare of results) {
      Error.prepareStackTrace = prepare;
      note('query', () => query('select 1'));
    }
    Error.prepareStackTrace = () => {
      throw new Error('no stack');
    };
    note('query', () => query('select 2'));
    Error.prepareStackTrace = prepareStackTrace;
    log('limit', Error.stackTraceLimit === stackTraceLimit);
    response.end('queried');
  },
  'exit-code': (request, response) => {
    response.write('partial');
    setTimeout(() => process.exit(7), 20);
  },
};

// The recorder adds a frame while a method runs, and removes it afterwards.
Error.stackTraceLimit = 50;
const output = [];
function log(...values) {
  output.push(values.map(String).join(' '));
}

// The frames of Node.js depend on the state of the response.
function note(label, act) {
  try {
    log(label, String(act()));
  } catch (error) {
    log(label, error.name, error.code, error.message, framesOf(error));
  }
}

function framesOf({ stack }) {
  const frames = String(stack)
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('    at ') &&
        !line.includes('(node:') &&
        !line.includes(' node:') &&
        !line.includes('<anonymous>'),
    );
  return frames.length;
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function errorWithGetters() {
  return Object.defineProperties(new Error('x'), {
    message: {
      get() {
        throw new Error('message');
      },
    },
    stack: {
      get() {
        throw new Error('stack');
      },
    },
    name: { value: Symbol('name') },
  });
}

const { DatabaseSync } = await import('node:sqlite');
const database = new DatabaseSync(':memory:');
function query(sql) {
  return JSON.stringify(database.prepare(sql).all());
}

process.on('uncaughtException', (error) => log('uncaught', error?.message));
const server = createServer((request, response) => {
  if (request.url === '/output') {
    response.end(JSON.stringify(output));
    output.length = 0;
    return;
  }
  const handler = HANDLERS[decodeURIComponent(request.url.slice(1).split('?')[0])];
  if (handler) return void handler(request, response);
  response.statusCode = 404;
  response.end('not found');
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
