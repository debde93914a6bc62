/** What `npm run mutation` can measure: the changed files, and the test files that may detect the changes. */
export const MODULES: Readonly<Record<string, MutatedModule>> = {
  kernel: {
    sources: ['src/core/{kernel,events}/*.ts'],
    tests: [
      'src/core/{kernel,events,listeners}/*.test.ts',
      'src/host/{on,plugin,pipeline}.test.ts',
      'src/features/profiler/profiling.test.ts',
      'test/story/{forwarding-and-context,handler-results,head,thrown-errors,logged-errors,input}.test.ts',
      'test/profiler/{pipeline,decisions,span-tree}.test.ts',
    ],
  },
  routing: {
    sources: ['src/core/{routing,matching}/*.ts'],
    tests: ['src/core/{routing,matching}/*.test.ts', 'test/conformance/{routing,hostile-paths}.test.ts'],
  },
  access: {
    sources: [
      'src/features/resources/access/*.ts',
      'src/features/security/{access-*,authorization-feature,check-route-access,conceal*,path-rules,roles,route-grant-listener,rules-of,scope-patterns,voter}.ts',
    ],
    tests: [
      'src/features/security/*.test.ts',
      'test/security/{access-*,custom-functions-rows,field-rules,hidden-*,link-identifiers,links-in-bodies,nested-parents,path-rules,row-rules,scoped-parents,firewall-paths}.test.ts',
      'test/tenancy/{tenant-rules,tenants}.test.ts',
      'test/story/access.test.ts',
    ],
  },
  redaction: {
    sources: ['src/core/redaction/*.ts', 'src/profiler/redaction/**/*.ts'],
    tests: [
      'src/core/{redaction,errors,trace}/*.test.ts',
      'src/profiler/{redaction,collectors,recorder,export}/**/*.test.ts',
      'src/features/profiler/profiling.test.ts',
      'test/safety/{secrets,hostile-values,record-rules}.test.ts',
    ],
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

/** A change that no test can detect. */
export interface EquivalentMutant {
  readonly file: string;
  /** The line of code, without indentation. */
  readonly code: string;
  readonly changes: readonly string[];
  readonly reason: string;
}

export const EQUIVALENT: readonly EquivalentMutant[] = [];
