/** What `npm run mutation` can measure: the changed files, and the test files that may detect the changes. */
export const MODULES: Readonly<Record<string, MutatedModule>> = {
  kernel: {
    sources: ['packages/host/src/{kernel,events}/*.ts'],
    tests: ['packages/host/src/{kernel,events}/*.test.ts', 'packages/host/src/host/on.test.ts'],
  },
  routing: {
    sources: ['packages/host/src/{routing,matching}/*.ts'],
    tests: [
      'packages/host/src/{routing,matching}/*.test.ts',
      'packages/host/src/features/hub/topic-matcher.test.ts',
      'test/conformance/routing.test.ts',
    ],
  },
  access: {
    sources: [
      'packages/host/src/features/resources/reach/*.ts',
      'packages/host/src/features/security/{access-{decision,listener},authorization-feature,check-route-access,conceal*,path-rules,roles,route-grant-listener,rules-of,scope-patterns,voter}.ts',
    ],
    tests: [
      'packages/host/src/features/{security,resources/reach}/*.test.ts',
      'test/security/{linked,operation,route}-rules.test.ts',
    ],
  },
  redaction: {
    sources: ['packages/core/src/redaction/*.ts'],
    tests: ['packages/core/src/redaction/*.test.ts', 'packages/profiler/src/record/redaction/redactor.test.ts'],
  },
  'profiler-redaction': {
    sources: ['packages/profiler/src/record/redaction/**/*.ts'],
    // slow-inputs.test.ts takes seconds for each change.
    tests: ['packages/profiler/src/record/redaction/*.test.ts', 'test/safety/redaction/redaction.test.ts'],
  },
  'hub-matching': {
    sources: ['packages/host/src/features/hub/topic-matcher.ts'],
    tests: [
      'packages/host/src/features/hub/topic-matcher.test.ts',
      'test/hub/{current-matching,hostile-patterns}.test.ts',
    ],
  },
};

export interface MutatedModule {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** Changes of one line that no test can detect. */
export interface EquivalentMutants {
  readonly file: string;
  /** The line of code, without indentation. */
  readonly code: string;
  readonly changes: readonly string[];
  readonly reason: string;
}

const UNUSED_FIELDS: readonly (readonly [code: string, change: string])[] = [
  ["op: '',", "'' → 'mutant'"],
  ["text: '',", "'' → 'mutant'"],
  ['greedy: false,', 'false → true'],
  ['min: 0,', '0 → 1'],
  ['max: 0,', '0 → 1'],
  ['mark: 0,', '0 → 1'],
  ['prefer: 0,', '0 → 1'],
  ['otherwise: 0,', '0 → 1'],
  ['to: 0,', '0 → 1'],
  ['slot: 0,', '0 → 1'],
  ["at: 'end',", "'end' → ''"],
  ["until: '',", "'' → 'mutant'"],
  ['gap: 0,', '0 → 1'],
  ['endsHere: false,', 'false → true'],
  ['ahead: false,', 'false → true'],
  ['negate: false,', 'false → true'],
];

export const EQUIVALENT: readonly EquivalentMutants[] = [
  ...UNUSED_FIELDS.map(([code, change]) => ({
    file: 'packages/host/src/matching/program.ts',
    code,
    changes: [change],
    reason: 'the fields that a kind of step does not have are never read',
  })),
  {
    file: 'packages/host/src/matching/program-compiler.ts',
    code: '#loops = 0;',
    changes: ['0 → 1'],
    reason: 'the marks of loops only have to differ',
  },
  {
    file: 'packages/host/src/matching/program-compiler.ts',
    code: "return this.emit({ op: 'fork', prefer: 0, otherwise: 0, mark: this.forks++ });",
    changes: ['0 → 1'],
    reason: 'both targets are set before the program runs',
  },
  {
    file: 'packages/host/src/matching/program-compiler.ts',
    code: "jumps.push(this.emit({ op: 'jump', to: 0 }));",
    changes: ['0 → 1'],
    reason: 'the target is set before the program runs',
  },
  {
    file: 'packages/host/src/matching/program-compiler.ts',
    code: "const follow = { until: '', then: undefined, next: undefined, gap: 0, endsHere: false } as const;",
    changes: ['0 → 1', 'false → true'],
    reason: 'setLoopFollowers sets both for every loop',
  },
  {
    file: 'packages/host/src/matching/nfa-program.ts',
    code: 'export const MATCH = 4;',
    changes: ['4 → 5'],
    reason: 'the operations only have to differ',
  },
  {
    file: 'packages/host/src/matching/nfa-matcher.ts',
    code: 'const pending = new Int32Array(MAX_STEPS * 2 + 1);',
    changes: ['2 → 3', '1 → 2'],
    reason: 'the list may have more places than are needed',
  },
  {
    file: 'packages/host/src/kernel/kernel.ts',
    code: 'if (pending) yield pending;',
    changes: ['pending → true'],
    reason: 'runSteps continues at once with a value that is not a promise, so yielding undefined has no effect',
  },
  {
    file: 'packages/host/src/kernel/call-controller.ts',
    code: 'return args.length === 1 ? controller(args[0] as never) : controller(...(args as never[]));',
    changes: ['args.length === 1 → false'],
    reason: 'both branches call the controller with the same arguments; the first is faster',
  },
];
