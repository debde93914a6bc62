/** Which operations of a resource assistants may call as tools. */
export interface ToolSelection<Operation extends string = string> {
  /**
   * The names of the operations: `'list'`, `'get'`, `'create'`, `'replace'`, `'patch'`, `'delete'`, and those of `custom`.
   * @default all
   */
  readonly operations?: readonly Operation[];
  /**
   * Whether only operations that read are tools.
   * @default `readOnly` of the host
   */
  readonly readOnly?: boolean;
}
