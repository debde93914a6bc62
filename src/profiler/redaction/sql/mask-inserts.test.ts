import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from '../text/text-redactor.ts';

const texts = new TextRedactor(new SecretNames({}));

test('secrets in an INSERT within other text are masked', () => {
  for (const [text, expected] of [
    [
      "Executing: INSERT INTO users (name, password) VALUES ('ada', 'x')",
      "Executing: INSERT INTO users (name, password) VALUES ('ada', '•••')",
    ],
    [
      "insert into a (b, pin, max_tokens) values ('c', 1234, 5), ('d', 5678, 6); done",
      "insert into a (b, pin, max_tokens) values ('c', '•••', 5), ('d', '•••', 6); done",
    ],
    [
      "REPLACE INTO a (token) VALUES ('x\\'y'); INSERT INTO b (c) VALUES ('d')",
      "REPLACE INTO a (token) VALUES ('•••'); INSERT INTO b (c) VALUES ('d')",
    ],
    ["insert into a (b) values ('password')", "insert into a (b) values ('password')"],
    ["('smtp_password', 'x')", "('smtp_password', 'x')"],
    ["insert into settings values ('smtp_password', 'x')", "insert into settings values ('smtp_password', '•••')"],
  ] as const)
    assert.equal(texts.redact(text), expected);
});
