import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { redactMultipart } from './redact-multipart.ts';

const names = new SecretNames({});

test('parts of a multipart body are redacted by their name and type', () => {
  const redact = (body: string, type = 'multipart/form-data; boundary=B'): string | undefined =>
    redactMultipart(body, type, names, (content, partType) =>
      partType === 'text/x' ? content.toUpperCase() : content,
    );
  const part = (head: string, content: string): string => `--B\r\n${head}\r\n\r\n${content}\r\n--B--`;
  const mask = Buffer.from('•••').toString('latin1');
  for (const head of [
    'Content-Disposition: form-data; name="password"',
    'Content-Disposition: form-data; name=token',
    'Content-Disposition: form-data; NAME*="pin"',
    'x: y;name="a"\r\nz: form-data; name="pin"',
  ])
    assert.equal(redact(part(head, 'x')), part(head, mask), head);
  for (const [head, content] of [
    ['Content-Disposition: form-data; name="city"', 'x'],
    ['Content-Disposition: form-data; filename="password"', 'x'],
    ['Content-Disposition: form-data; name="password"', ''],
  ] as const)
    assert.equal(redact(part(head, content)), part(head, content), head);
  const head = 'Content-Disposition: form-data; name="a"\r\nContent-Type:  text/x';
  assert.equal(redact(part(head, 'abc')), part(head, 'ABC'));
  assert.deepEqual(
    [redact('abc'), redact('--B', 'multipart/mixed'), redact('no gap --B here', 'multipart/x; boundary="B"')],
    [undefined, undefined, 'no gap --B here'],
  );
});
