/** Finds out which parts of a project file are missing or changed. */
import { ChunkList } from './chunk-list.ts';
import type { EncryptedTables } from './encrypted-tables.ts';
import { MANIFEST, type Manifest, streamOfList } from './manifest.ts';
import type { ChunkPlace } from './streams.ts';

function canRead(tables: EncryptedTables, stream: string, seq: number, list: ChunkList | null): boolean {
  const body = tables.chunk(stream, seq);
  try {
    return body !== undefined && list?.hasBody(seq, body) !== false && tables.decryptChunk(stream, seq, body).length >= 0;
  } catch {
    return false;
  }
}

/** The damaged chunks of a stream, compared with its list. */
function damagedChunks(tables: EncryptedTables, stream: string, list: ChunkList, isThorough: boolean): ChunkPlace[] {
  const present = new Map(tables.places(stream).map((place) => [place.seq, place]));
  const damaged = list.places().filter(({ seq }) => {
    const stored = present.get(seq);
    return stored === undefined || !list.hasPlace(stored) || (isThorough && !canRead(tables, stream, seq, list));
  });
  return [...damaged, ...[...present.values()].filter(({ seq }) => !list.has(seq))];
}

/**
 * The streams and values with something missing or changed, with their damaged chunks. A stream without chunks is damaged at an unknown
 * place. `isThorough`: reads every chunk; otherwise only their places are compared.
 */
export function damageOf(tables: EncryptedTables, manifest: Manifest, isThorough: boolean): Map<string, readonly ChunkPlace[]> {
  const found = new Map<string, readonly ChunkPlace[]>();
  if (manifest.isLost) found.set(MANIFEST, []);
  if (!manifest.isPresent) {
    for (const stream of isThorough ? tables.streams() : []) {
      const damaged = tables.places(stream).filter(({ seq }) => !canRead(tables, stream, seq, null));
      if (damaged.length > 0) found.set(stream, damaged);
    }
    return found;
  }
  for (const name of manifest.names()) {
    const stream = streamOfList(name);
    try {
      const bytes = manifest.valueBytes(name);
      if (stream === null) continue;
      const damaged = damagedChunks(tables, stream, new ChunkList(bytes), isThorough);
      if (damaged.length > 0) found.set(stream, damaged);
    } catch {
      found.set(stream ?? name, []);
    }
  }
  return found;
}
