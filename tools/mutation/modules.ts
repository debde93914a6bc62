/** What `npm run mutation` can measure: the changed files, and the test files that may detect the changes. */
export const MODULES: Readonly<Record<string, MutatedModule>> = {
  kernel: {
    sources: ['src/core/{kernel,events}/*.ts'],
    tests: ['src/core/{kernel,events}/*.test.ts', 'src/host/on.test.ts'],
  },
  routing: {
    sources: ['src/core/{routing,matching}/*.ts'],
    tests: ['src/core/{routing,matching}/*.test.ts', 'test/conformance/routing.test.ts'],
  },
  access: {
    sources: [
      'src/features/resources/access/*.ts',
      'src/features/security/{access-*,authorization-feature,check-route-access,conceal*,path-rules,roles,route-grant-listener,rules-of,scope-patterns,voter}.ts',
    ],
    tests: [
      'src/features/security/*.test.ts',
      'test/security/{access-*,custom-functions-rows,field-rules,hidden-{fields,validators},link-identifiers,nested-parents,path-rules,scoped-parents}.test.ts',
      'test/tenancy/tenant-rules.test.ts',
      'test/story/access.test.ts',
    ],
  },
  redaction: {
    sources: ['src/core/redaction/*.ts'],
    tests: ['src/core/redaction/*.test.ts', 'src/profiler/redaction/redactor.test.ts'],
  },
  'profiler-redaction': {
    sources: ['src/profiler/redaction/**/*.ts'],
    tests: ['src/profiler/redaction/**/*.test.ts', 'src/profiler/collectors/collectors.test.ts'],
  },
  'hub-matching': {
    sources: ['src/features/hub/topic-matcher.ts'],
    tests: ['src/features/hub/topic-matcher.test.ts', 'test/hub/{current-matching,hostile-patterns}.test.ts'],
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

export const EQUIVALENT: readonly EquivalentMutants[] = [
  {
    file: 'src/core/kernel/kernel.ts',
    code: 'if (pending) yield pending;',
    changes: ['pending → true'],
    reason: 'runSteps continues at once with a value that is not a promise, so yielding undefined has no effect',
  },
  {
    file: 'src/core/kernel/call-controller.ts',
    code: 'return args.length === 1 ? controller(args[0] as never) : controller(...(args as never[]));',
    changes: ['args.length === 1 → false'],
    reason: 'both branches call the controller with the same arguments; the first is faster',
  },
];
