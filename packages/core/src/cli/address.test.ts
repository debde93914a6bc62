import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { explainListen, readAddress } from './address.ts';

const { HOST, PORT } = process.env;
afterEach(() => {
  for (const [name, value] of Object.entries({ HOST, PORT })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

function withEnvironment(HOST: string, PORT: string): typeof readAddress {
  Object.assign(process.env, { HOST, PORT });
  return readAddress;
}

test('flags override the environment, which overrides 127.0.0.1:8000', () => {
  assert.deepEqual(withEnvironment('', '')({}), { host: '127.0.0.1', port: 8000 });
  assert.deepEqual(withEnvironment('::1', '81')({}), { host: '::1', port: 81 });
  assert.deepEqual(withEnvironment('::1', '81')({ host: 'localhost', port: '0' }), { host: 'localhost', port: 0 });
});

test('an IPv6 address may be in brackets, as in a URL', () => {
  assert.equal(readAddress({ host: '[::1]', port: '0' }).host, '::1');
});

test('an invalid port or host is rejected with the name of its flag or variable', () => {
  assert.throws(() => withEnvironment('', '1e3')({}), /PORT is "1e3"; expected a port number/);
  assert.throws(() => withEnvironment('', '')({ port: '65536' }), /--port is "65536"/);
  assert.throws(() => withEnvironment('a b', '')({}), /HOST is "a b"; expected a host name or an IP address/);
  assert.throws(() => withEnvironment('', '')({ host: '' }), /--host is ""/);
  assert.throws(() => withEnvironment('', '')({ host: 'http://x' }), /--host is "http:\/\/x"/);
});

for (const [code, address, message] of [
  ['EADDRINUSE', { host: '::1', port: 8000 }, /Port 8000 is already in use[^]*--port 8001 /],
  ['EADDRINUSE', { host: '::1', port: 65_535 }, /Port 65535 is already in use[^]*--port 8000 /],
  ['EACCES', { host: '::1', port: 80 }, /not allowed to listen on port 80[^]*--port 8000/],
  ['EADDRNOTAVAIL', { host: '8.8.8.8', port: 80 }, /8\.8\.8\.8 is not an address of this machine[^]*0\.0\.0\.0/],
  ['ENOTFOUND', { host: 'nowhere.example', port: 80 }, /nowhere\.example cannot be resolved/],
] as const) {
  test(`${code} on ${address.host}:${address.port} is explained with the fix`, () => {
    const error = Object.assign(new Error('listen'), { code });
    assert.match(explainListen(error, address)!.message, message);
    const wrapped = new Error('The server cannot listen', { cause: error });
    assert.equal(explainListen(wrapped, address)?.issues[0]?.code, code);
  });
}

test('other errors are not explained as errors of listening', () => {
  const address = { host: '::1', port: 1 };
  assert.equal(explainListen(Object.assign(new Error(), { code: 'ENOENT' }), address), undefined);
  assert.equal(explainListen(undefined, address), undefined);
});
