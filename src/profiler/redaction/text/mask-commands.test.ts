import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from './text-redactor.ts';

const texts = new TextRedactor(new SecretNames({}));

test('passwords in the arguments of commands are masked', () => {
  for (const [text, expected] of [
    ['curl -s -u ada:x https://a.test', 'curl -s -u ada:••• https://a.test'],
    ['curl --user "ada:x" a.test', 'curl --user "ada:•••" a.test'],
    ['$ curl --proxy-user=ada:x a.test\nnext -u a:b', '$ curl --proxy-user=ada:••• a.test\nnext -u a:b'],
    ['mysql -u root -px shop', 'mysql -u root -p••• shop'],
    ["exec: mysqldump -p'x' shop", "exec: mysqldump -p'•••' shop"],
    ['sshpass -p x ssh a.test', 'sshpass -p ••• ssh a.test'],
    ['redis-cli -h a.test -a x ping', 'redis-cli -h a.test -a ••• ping'],
    ['docker login -u ada -p x a.test', 'docker login -u ada -p ••• a.test'],
    ['docker run -p 80:80 a', 'docker run -p 80:80 a'],
    ['curl https://a.test/user:x', 'curl https://a.test/user:x'],
    ['mysql -P 3306 -h a.test', 'mysql -P 3306 -h a.test'],
  ] as const)
    assert.equal(texts.redact(text), expected);
});
