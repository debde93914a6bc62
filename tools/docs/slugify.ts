/** Returns the anchor of a heading as GitHub does, so that links to headings work in the repository and on the site. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
