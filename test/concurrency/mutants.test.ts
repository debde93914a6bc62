/** `ORIEL_MUTANTS=all` runs all mutants, which needs PostgreSQL and about two minutes. */
import { AssertionError, rejects } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertApplicable } from '../lib/change-module.ts';
import { MUTANTS } from './mutants.ts';
import { runClients } from './run-clients.ts';

const isComplete = process.env['ORIEL_MUTANTS'] === 'all';

test('the expression of each mutant occurs once in its file', () => {
  for (const mutant of MUTANTS) assertApplicable(mutant);
});

describe('the clients detect that', () => {
  for (const [mutant, { name, database }] of MUTANTS.slice(0, isComplete ? undefined : 1).entries())
    test(name, async () => {
      await rejects(runClients({ database, seed: 1, writes: 300, mutant }), AssertionError);
    });
});
