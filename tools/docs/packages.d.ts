// Types for packages of test/drop-in that guides use. Their own types would slow down every type check.
declare module 'better-auth' {
  export interface Auth {
    handler: (request: Request) => Promise<Response>;
    api: { getSession(options: { headers: Headers }): Promise<{ user: { id: string; email: string } } | null> };
  }
  export function betterAuth(options: object): Auth;
}
declare module 'better-auth/adapters/memory' {
  export function memoryAdapter(tables: object): unknown;
}
