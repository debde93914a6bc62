import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowScript, allowsRequestsToSelf } from './content-security-policy.ts';

const N = "'nonce-N'";

for (const [policy, expected, reason] of [
  ["script-src 'self'; style-src 'self'", `script-src 'self' ${N}; style-src 'self'`, 'sources without inline scripts'],
  ["script-src 'none'", `script-src ${N}`, "'none' means nothing next to another source"],
  ["script-src 'nonce-own' 'strict-dynamic'", `script-src 'nonce-own' 'strict-dynamic' ${N}`, 'a nonce of the page'],
  ["script-src 'sha256-x' 'unsafe-inline'", `script-src 'sha256-x' 'unsafe-inline' ${N}`, 'a hash disables inline'],
  ["default-src 'self'", `default-src 'self'; script-src-elem 'self' ${N}`, 'the fallback also applies to styles'],
  ["default-src 'none';", `default-src 'none'; script-src-elem ${N}`, 'the fallback allows nothing'],
  [
    "default-src 'unsafe-inline' 'strict-dynamic'",
    `default-src 'unsafe-inline' 'strict-dynamic'; script-src-elem 'unsafe-inline' 'strict-dynamic' ${N}`,
    'inline styles stay allowed',
  ],
  [
    "script-src 'self'; script-src-elem *",
    `script-src 'self'; script-src-elem * ${N}`,
    'elements have their own sources',
  ],
  ["SCRIPT-SRC 'self'; script-src 'none'", `SCRIPT-SRC 'self' ${N}; script-src 'none'`, 'the first directive applies'],
  ["script-src 'self',default-src a", `script-src 'self' ${N},default-src a; script-src-elem a ${N}`, 'two policies'],
  ['script-src', `script-src ${N}`, 'no sources'],
] as const)
  test(`the policy "${policy}" gets a nonce: ${reason}`, () => assert.equal(allowScript(policy, 'N'), expected));

for (const policy of [
  "script-src 'self' 'unsafe-inline'",
  "default-src * 'unsafe-inline'",
  "frame-ancestors 'none'",
  "style-src 'self'; img-src *",
  '',
])
  test(`the policy "${policy}" allows inline scripts and does not change`, () =>
    assert.equal(allowScript(policy, 'N'), policy));

test('a sandbox cannot be opened by a nonce', () => {
  assert.equal(allowScript('sandbox allow-scripts', 'N'), undefined);
  assert.equal(allowScript("default-src 'self', sandbox", 'N'), undefined);
});

test('requests to the own origin are allowed by connect-src, or else by default-src', () => {
  for (const policy of [
    "script-src 'none'",
    "default-src 'self'",
    'connect-src *',
    "default-src 'none'; connect-src 'self'",
  ])
    assert.equal(allowsRequestsToSelf(policy), true, policy);
  for (const policy of ["default-src 'none'", "default-src 'self'; connect-src https://api.example", 'connect-src'])
    assert.equal(allowsRequestsToSelf(policy), false, policy);
});
