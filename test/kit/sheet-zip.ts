/** Small zip archives in memory, valid and malicious. */
import { crc32, deflateRawSync } from 'node:zlib';
import { u16, u32 } from './little-endian.ts';

export interface ZipPart {
  readonly name: string;
  readonly data: Uint8Array | string;
  /** Not compressed. */
  readonly stored?: boolean;
  /** Store sizes and offset in the 64-bit extra field. */
  readonly zip64?: boolean;
  /** False values for the directory. */
  readonly claims?: {
    readonly size?: number;
    readonly packedSize?: number;
    readonly crc?: number;
    readonly method?: number;
    readonly flags?: number;
    readonly at?: number;
  };
}

export interface ZipShape {
  /** Bytes before the archive. `shifted`: offsets do not count them. */
  readonly before?: Uint8Array;
  readonly shifted?: boolean;
  /** Bytes after the archive. */
  readonly behind?: Uint8Array;
  readonly comment?: string;
  /** Use the 64-bit end record. */
  readonly zip64?: boolean;
  /** The number of entries that the end record claims. */
  readonly count?: number;
}

const u64 = (n: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(n));
  return bytes;
};
const signed = (letters: string) => Buffer.from(letters, 'latin1');

/** The archive's bytes. */
export function zip(parts: readonly ZipPart[], shape: ZipShape = {}): Buffer {
  const before = Buffer.from(shape.before ?? []);
  const pieces: Buffer[] = [before];
  const directory: Buffer[] = [];
  const base = shape.shifted ? 0 : before.length;
  let at = 0;
  for (const { name, data, stored, zip64, claims = {} } of parts) {
    const bytes = Buffer.from(data);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const label = Buffer.from(name);
    const crc = claims.crc ?? crc32(bytes);
    const size = claims.size ?? bytes.length;
    const packedSize = claims.packedSize ?? packed.length;
    const headerAt = (claims.at ?? at) + base;
    const fields = [u16(20), u16(claims.flags ?? 0), u16(claims.method ?? (stored ? 0 : 8)), u32(0x21_0000), u32(crc)];
    const local = Buffer.concat([signed('PK\x03\x04'), ...fields, u32(packed.length), u32(bytes.length), u16(label.length), u16(0), label]);
    const extra = zip64 ? Buffer.concat([u16(1), u16(24), u64(size), u64(packedSize), u64(headerAt)]) : Buffer.alloc(0);
    const sizes = zip64 ? [u32(0xffff_ffff), u32(0xffff_ffff)] : [u32(packedSize), u32(size)];
    directory.push(
      Buffer.concat([
        signed('PK\x01\x02\x14\0'),
        ...fields,
        ...sizes,
        u16(label.length),
        u16(extra.length),
        Buffer.alloc(10),
        zip64 ? u32(0xffff_ffff) : u32(headerAt),
        label,
        extra,
      ]),
    );
    pieces.push(local, packed);
    at += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const centralAt = at + base;
  const count = shape.count ?? parts.length;
  pieces.push(central);
  if (shape.zip64) {
    const recordAt = centralAt + central.length;
    pieces.push(
      Buffer.concat([
        signed('PK\x06\x06'),
        u64(44),
        u16(45),
        u16(45),
        u32(0),
        u32(0),
        u64(count),
        u64(count),
        u64(central.length),
        u64(centralAt),
      ]),
      Buffer.concat([signed('PK\x06\x07'), u32(0), u64(recordAt), u32(1)]),
    );
  }
  const comment = Buffer.from(shape.comment ?? '');
  const wide = shape.zip64 === true;
  pieces.push(
    Buffer.concat([
      signed('PK\x05\x06'),
      u16(0),
      u16(0),
      u16(wide ? 0xffff : count),
      u16(wide ? 0xffff : count),
      wide ? u32(0xffff_ffff) : u32(central.length),
      wide ? u32(0xffff_ffff) : u32(centralAt),
      u16(comment.length),
      comment,
    ]),
    Buffer.from(shape.behind ?? []),
  );
  return Buffer.concat(pieces);
}
