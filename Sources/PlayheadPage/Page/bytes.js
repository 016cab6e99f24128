// The text of a block: base64 of a raw LZ4 block of UTF-8, or of the UTF-8 if LZ4 makes it no smaller.

export function unpackedText(base64, byteCount) {
  const bytes = bytesOfBase64(base64);
  return new TextDecoder().decode(bytes.length === byteCount ? bytes : unpackedLZ4(bytes, byteCount));
}

function bytesOfBase64(text) {
  // In browsers since 2025. It is ten times as fast as the loop.
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// The bytes of a raw LZ4 block (github.com/lz4/lz4, doc/lz4_Block_format.md): sequences of a token, literals,
// and a copy of earlier output. The last sequence has literals only.
function unpackedLZ4(input, byteCount) {
  const output = new Uint8Array(byteCount);
  const reader = { input, position: 0 };
  let end = 0;
  while (reader.position < input.length) {
    const token = input[reader.position++];
    end = copyLiterals(reader, token >> 4, output, end);
    if (reader.position < input.length) end = copyMatch(reader, token & 15, output, end);
  }
  if (end !== byteCount) throw new Error(`a block of this page has ${end} bytes instead of ${byteCount}`);
  return output;
}

function copyLiterals(reader, lengthInToken, output, end) {
  const count = lz4Length(reader, lengthInToken);
  const literals = reader.input.subarray(reader.position, reader.position + count);
  if (literals.length < count || end + count > output.length) throw new Error("a block of this page is cut off");
  output.set(literals, end);
  reader.position += count;
  return end + count;
}

// A match may overlap its copy: so LZ4 repeats a short pattern. Then the bytes are copied one by one.
function copyMatch(reader, lengthInToken, output, end) {
  const offset = reader.input[reader.position] | (reader.input[reader.position + 1] << 8);
  reader.position += 2;
  // The format stores the count minus 4, the length of the shortest match.
  const count = lz4Length(reader, lengthInToken) + 4;
  const start = end - offset;
  if (offset === 0 || start < 0 || end + count > output.length) throw new Error("a block of this page is damaged");
  if (offset >= count) output.copyWithin(end, start, start + count);
  else for (let i = 0; i < count; i++) output[end + i] = output[start + i];
  return end + count;
}

// 15 in a token means that more bytes follow. All are added, up to the first below 255.
function lz4Length(reader, lengthInToken) {
  let length = lengthInToken;
  if (length < 15) return length;
  let byte = 255;
  while (byte === 255) {
    byte = reader.input[reader.position++] ?? 0;
    length += byte;
  }
  return length;
}
