/** Type tests for problems. Each `@ts-expect-error` must be followed by a type error. */
import { z } from 'zod';
import { problem } from './problem.ts';

const nameTaken = problem(
  409,
  '/problems/name-taken',
  z.object({ name: z.string(), since: z.coerce.date().optional() }),
);
const gone = problem(410, '/problems/gone');

nameTaken({ name: 'Nereid' });
nameTaken({ name: 'Nereid', detail: 'Another boat is called Nereid' }, { headers: { 'X-A': 'b' } });
gone({});
gone({ detail: 'It was sold' });

// @ts-expect-error the name is missing
nameTaken({});
// @ts-expect-error the name is a string
nameTaken({ name: 7 });
// @ts-expect-error unknown member
nameTaken({ name: 'Nereid', colour: 'red' });
// @ts-expect-error the status belongs to the type
nameTaken({ name: 'Nereid' }, { status: 400 });
// @ts-expect-error a problem without a schema has no extension members
gone({ name: 'Nereid' });
