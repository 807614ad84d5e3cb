/** A PDF 1.4 with a page for each list of lines, in Helvetica. `encrypted`: it names a handler that wants a password. */
export function pdfOf(pages: readonly (readonly string[])[], { encrypted = false } = {}): Uint8Array {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, i) => {
      const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
      const stream = `BT /F1 12 Tf 14 TL 72 720 Td\n${shown}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  const key = `<${'5a'.repeat(32)}>`;
  if (encrypted) objects.push(`<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${key} /U ${key} >>`);
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encryption = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<00> <00>]` : '';
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R${encryption} >>`;
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  return new TextEncoder().encode(`${body}${xref}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`);
}
