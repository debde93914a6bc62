/** How changes of a resource are published. */
export interface LiveDefinition<Item> {
  /**
   * Publish private updates: only clients that can read the items receive them, with a token that responses of the resource
   * set. Default: true if not all items are public; `false` is then a configuration error.
   */
  readonly private?: boolean;
  /**
   * The data of an update: the current item (`item`, the default) or only its IRI, so that clients read the item again and its
   * access rules apply. With `iri`, rules may depend on the item: clients receive updates of the items that they have read.
   */
  readonly payload?: 'item' | 'iri';
  /** Further topics of the updates of an item, besides its IRI. A token for any of them grants a private update. */
  readonly topics?: (item: Item) => string | readonly string[];
}
