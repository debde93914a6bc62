/**
 * Returns the media type of a file by the extension of its name; `application/octet-stream` for unknown extensions.
 *
 * @param types further types by extension in lower case, such as `{ '.gltf': 'model/gltf+json' }`
 */
export function getContentType(name: string, types: Readonly<Record<string, string>> = {}): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot).toLowerCase();
  if (Object.hasOwn(types, extension)) return types[extension]!;
  return TYPES.get(extension) ?? 'application/octet-stream';
}

const TYPES: ReadonlyMap<string, string> = new Map([
  // Pages
  ['.html', 'text/html; charset=utf-8'],
  ['.htm', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.webmanifest', 'application/manifest+json'],
  ['.map', 'application/json'],
  // Data
  ['.json', 'application/json'],
  ['.jsonld', 'application/ld+json'],
  ['.geojson', 'application/geo+json'],
  ['.ndjson', 'application/x-ndjson'],
  ['.xml', 'application/xml'],
  ['.xsl', 'application/xml'],
  ['.rss', 'application/rss+xml'],
  ['.atom', 'application/atom+xml'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.tsv', 'text/tab-separated-values; charset=utf-8'],
  ['.ics', 'text/calendar; charset=utf-8'],
  ['.vcf', 'text/vcard; charset=utf-8'],
  // Documents
  ['.txt', 'text/plain; charset=utf-8'],
  ['.log', 'text/plain; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.pdf', 'application/pdf'],
  ['.rtf', 'application/rtf'],
  ['.epub', 'application/epub+zip'],
  ['.doc', 'application/msword'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.xls', 'application/vnd.ms-excel'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.ppt', 'application/vnd.ms-powerpoint'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['.odt', 'application/vnd.oasis.opendocument.text'],
  ['.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['.eml', 'message/rfc822'],
  // Archives
  ['.zip', 'application/zip'],
  ['.gz', 'application/gzip'],
  ['.tgz', 'application/gzip'],
  ['.zst', 'application/zstd'],
  ['.tar', 'application/x-tar'],
  ['.7z', 'application/x-7z-compressed'],
  // Images
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.apng', 'image/apng'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.heic', 'image/heic'],
  ['.tif', 'image/tiff'],
  ['.tiff', 'image/tiff'],
  ['.bmp', 'image/bmp'],
  ['.ico', 'image/x-icon'],
  // Audio and video
  ['.mp3', 'audio/mpeg'],
  ['.m4a', 'audio/mp4'],
  ['.aac', 'audio/aac'],
  ['.flac', 'audio/flac'],
  ['.ogg', 'audio/ogg'],
  ['.opus', 'audio/ogg'],
  ['.wav', 'audio/wav'],
  ['.mp4', 'video/mp4'],
  ['.m4v', 'video/mp4'],
  ['.mov', 'video/quicktime'],
  ['.webm', 'video/webm'],
  ['.ogv', 'video/ogg'],
  ['.m3u8', 'application/vnd.apple.mpegurl'],
  ['.vtt', 'text/vtt; charset=utf-8'],
  // Fonts
  ['.woff', 'font/woff'],
  ['.woff2', 'font/woff2'],
  ['.ttf', 'font/ttf'],
  ['.otf', 'font/otf'],
]);
