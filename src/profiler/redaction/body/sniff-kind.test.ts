import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { Redactor } from '../redactor.ts';
import { sniffKind } from './sniff-kind.ts';

const names = new SecretNames({});
const part = '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\nZq7\r\n--x--\r\n';

test('a body with a general type, or none, is a table or multipart if it begins like one', () => {
  for (const [type, start, kind] of [
    ['application/octet-stream', 'user,password\nada,x', 'table'],
    ['text/plain', '\ufeff"user";"API key"\r\nada;x', 'table'],
    ['', 'user\tpassword\nada\tx', 'table'],
    ['text/plain', 'Dear Ada, your password\nis new.', 'text'],
    ['text/plain', 'user,password', 'text'],
    ['text/plain', 'user,city\nada,x', 'text'],
    ['application/json', 'user,password\nada,x', 'json'],
    ['application/octet-stream', part, 'multipart'],
    ['', `\r\n${part}`, 'multipart'],
    ['text/plain', '--x\nA: b', 'text'],
  ] as const)
    assert.equal(sniffKind(type, start, names), kind, start);
});

test('secrets in such bodies are masked', () => {
  const redactor = new Redactor();
  for (const type of ['application/octet-stream', 'text/plain', undefined])
    for (const body of [
      part,
      'user,password\nada,Zq7\n',
      'user\tpassword\nada\tZq7\n',
      `--y\r\nContent-Type: a/b\r\n\r\n${part}`,
    ]) {
      const { content, redacted } = redactor.body(body, type, 65_536);
      assert.doesNotMatch(content, /Zq7/);
      assert.match(content, /•••/);
      assert.equal(redacted, true);
    }
});

test('a binary body with the name of a secret is masked as a whole', () => {
  const redactor = new Redactor();
  const messagePack = (name: string): Buffer =>
    Buffer.concat([
      Buffer.from([0x81, 0xa0 + name.length]),
      Buffer.from(name),
      Buffer.from([0xa3]),
      Buffer.from('Zq7'),
    ]);
  for (const type of ['application/msgpack', 'application/octet-stream', undefined]) {
    const { content, size, redacted } = redactor.body(messagePack('password'), type, 65_536);
    assert.deepEqual([content, size, redacted], ['•••', 14, true]);
    assert.equal(redactor.body(messagePack('city'), type, 65_536).content, messagePack('city').toString('base64'));
  }
  const latin = Buffer.from('the password of Zürich', 'latin1');
  assert.equal(redactor.body(latin, 'text/plain', 65_536).content, latin.toString('base64'));
  const upload = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    messagePack('password'),
    Buffer.from('\r\n--x--\r\n'),
  ]);
  assert.doesNotMatch(redactor.body(upload, 'multipart/form-data; boundary=x', 65_536).content, /Zq7/);
});
