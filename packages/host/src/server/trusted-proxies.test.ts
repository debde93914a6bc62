import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestHeaders } from '../../../core/src/http/incoming-request.ts';
import { TrustedProxies } from './trusted-proxies.ts';

const headers = (given: Record<string, string>): RequestHeaders => ({
  get: (name) => given[name],
  has: (name) => name in given,
  [Symbol.iterator]: () => Object.entries(given)[Symbol.iterator](),
});
const PROXIES = new TrustedProxies(['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1']);
const read = (given: Record<string, string>, peer = '10.0.0.1') => {
  const { ip, scheme, host, problem } = PROXIES.read(peer, 'http', headers(given));
  return problem ? problem.type : [ip, scheme, host].filter((value) => value !== undefined).join(' ');
};

describe('TrustedProxies.read', () => {
  it('returns the nearest address that is not a trusted proxy', () => {
    assert.equal(read({ 'x-forwarded-for': '192.0.2.7' }), '192.0.2.7 http');
    assert.equal(read({ 'x-forwarded-for': '6.6.6.6, 192.0.2.7, 10.9.9.9' }), '192.0.2.7 http');
    assert.equal(read({ 'x-forwarded-for': '10.2.2.2, 10.3.3.3' }), '10.2.2.2 http');
    assert.equal(read({ 'x-forwarded-for': '192.0.2.7:5678' }), '192.0.2.7 http');
    assert.equal(read({ 'x-forwarded-for': '[2001:db8::7]:443, 2001:db8:1::1' }), '2001:db8::7 http');
    assert.equal(read({ 'x-forwarded-for': '::ffff:192.0.2.7' }), '192.0.2.7 http');
  });

  it('returns the last proxy if the address that it names is invalid', () => {
    assert.equal(read({ 'x-forwarded-for': '192.0.2.7, unknown' }), '10.0.0.1 http');
    assert.equal(read({ forwarded: 'for=_hidden, for=10.0.0.2' }), '10.0.0.2 http');
  });

  it('returns the peer and ignores forwarding headers if the peer is not a trusted proxy', () => {
    assert.equal(read({ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }, '192.0.2.1'), '192.0.2.1 http');
  });

  it('parses the Forwarded header of RFC 7239', () => {
    assert.equal(
      read({ forwarded: 'for=192.0.2.7;proto=https;by=203.0.113.43;host=a.example' }),
      '192.0.2.7 https a.example',
    );
    assert.equal(read({ forwarded: 'For="[2001:db8::7]:4711" ; Proto=HTTPS' }), '2001:db8::7 https');
    assert.equal(
      read({ forwarded: 'for=6.6.6.6, for=192.0.2.7;proto=https, for=10.0.0.9;proto=http' }),
      '192.0.2.7 https',
    );
    assert.equal(read({ forwarded: 'for=192.0.2.7;host="a\\.example, b"' }), '192.0.2.7 http a.example, b');
  });

  it('returns a problem if the headers are malformed or contradict each other', () => {
    for (const forwarded of ['for=192.0.2.7;for=6.6.6.6', 'for="192.0.2.7', 'nonsense', 'for=1.2.3.4 proto=http']) {
      assert.equal(read({ forwarded }), '/problems/forwarded', forwarded);
    }
    assert.equal(read({ forwarded: 'for=6.6.6.6', 'x-forwarded-for': '192.0.2.7' }), '/problems/forwarded');
    assert.equal(read({ forwarded: 'for=192.0.2.7', 'x-forwarded-for': '192.0.2.7' }), '192.0.2.7 http');
  });

  it('returns the scheme and the host that the nearest proxy received', () => {
    assert.equal(
      read({ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' }),
      '192.0.2.7 https a.example',
    );
    assert.equal(
      read({ 'x-forwarded-for': '6.6.6.6, 192.0.2.7', 'x-forwarded-proto': 'http, https' }),
      '192.0.2.7 https',
    );
    assert.equal(read({ 'x-forwarded-proto': 'https' }), '10.0.0.1 https');
    assert.equal(read({ 'x-forwarded-proto': 'gopher' }), '10.0.0.1 http');
  });

  it('ignores forged values in a header that the proxy forwards unchanged', () => {
    const through = { 'x-forwarded-for': '192.0.2.7' };
    // A value in only one of the two headers may be sent by the client.
    assert.equal(read({ ...through, forwarded: 'for=192.0.2.7;proto=https;host=evil.example' }), '192.0.2.7 http');
    assert.equal(
      read({ forwarded: 'for=192.0.2.7', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }),
      '192.0.2.7 http',
    );
    const agreed = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' };
    assert.equal(
      read({ ...agreed, forwarded: 'for=192.0.2.7;proto=https;host=a.example' }),
      '192.0.2.7 https a.example',
    );
    for (const other of ['for=192.0.2.7;proto=http', 'for=192.0.2.7;host=b.example', 'for=6.6.6.6'])
      assert.equal(read({ ...through, ...agreed, forwarded: other }), '/problems/forwarded', other);
  });

  it('reads only the headers that the configuration lists', () => {
    const restricted = new TrustedProxies({ from: ['10.0.0.0/8'], headers: ['x-forwarded-for', 'x-forwarded-proto'] });
    const sent = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'evil.example', forwarded: 'for=6.6.6.6' };
    const { ip, host, problem, because } = restricted.read('10.0.0.1', 'http', headers(sent));
    assert.deepEqual([ip, host, problem, because], ['192.0.2.7', undefined, undefined, 'X-Forwarded-*']);
  });

  it('adds X-Forwarded-Port to a host without a port', () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' };
    assert.equal(read({ ...forwarded, 'x-forwarded-port': '8443' }), '192.0.2.7 https a.example:8443');
    assert.equal(read({ ...forwarded, 'x-forwarded-port': '443' }), '192.0.2.7 https a.example');
    assert.equal(
      read({ ...forwarded, 'x-forwarded-host': '[::1]', 'x-forwarded-port': '1' }),
      '192.0.2.7 https [::1]:1',
    );
    assert.equal(
      read({ ...forwarded, 'x-forwarded-host': 'a.example:9', 'x-forwarded-port': '8443' }),
      '192.0.2.7 https a.example:9',
    );
    assert.equal(read({ host: 'b.example', 'x-forwarded-port': '81' }), '10.0.0.1 http b.example:81');
    for (const invalid of ['0', '65536', 'x', '-1', '99999999'])
      assert.equal(read({ ...forwarded, 'x-forwarded-port': invalid }), '192.0.2.7 https a.example', invalid);
  });

  it('parses long malicious headers in linear time', () => {
    assert.equal(read({ 'x-forwarded-for': '1,'.repeat(8_000) }), '/problems/forwarded');
    assert.equal(read({ forwarded: `for="${'\\a'.repeat(8_000)}` }), '/problems/forwarded');
  });
});

it('TrustedProxies throws TypeError for an entry that is neither an address nor a CIDR block', () => {
  for (const invalid of ['10.0.0.0/33', '10.0.0.0/-1', '::/129', 'example.com', '', '10.0.0.0/8/8', '10.0.0.0/']) {
    assert.throws(
      () => new TrustedProxies([invalid]),
      { name: 'TypeError', message: /is neither an address nor a CIDR block/ },
      invalid,
    );
  }
  assert.ok(new TrustedProxies(['::ffff:192.0.2.0/128'.replace('/128', '')]).trusts('192.0.2.0'));
});
