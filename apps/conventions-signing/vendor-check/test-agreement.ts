/** The combined document object of an agreement that two people sign, one after the other (contract §2). */
export function testAgreement() {
  const title = 'Test agreement of the vendor check';
  const signatory = [
    { name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: '+33612345678', order: 1 },
    { name: 'Durand', givenname: 'Paul', mail: 'paul.durand@example.org', phone: null, order: 2 },
  ];
  const people = signatory.map(
    ({ order, givenname, name, mail }) => `${order}. ${givenname} ${name}, ${mail}`,
  );
  const terms = 'This document is a test and commits nobody. To be signed by';
  const pdf = testPdf([title, '', terms, '', ...people]);
  const metadata = {
    title,
    companyname: 'Example Industries',
    school: 'Example University',
    workflowId: 'vendor-check',
    signatory,
    watchers: [{ mail: 'internships@example.edu' }],
  };
  return { pdf64: pdf.toString('base64'), metadata };
}

/**
 * A real PDF of one page with these lines of text (ASCII), in the classic form that every reader and every signing
 * library takes. Written by hand, so that the check needs no library that the service does not need.
 */
function testPdf(lines: readonly string[]): Buffer {
  const show = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const content = `BT\n/F1 14 Tf\n22 TL\n60 760 Td\n${show}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  // The second line tells transports that the file is binary (ISO 32000-1 §7.5.2).
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  let rows = '';
  for (const [index, object] of objects.entries()) {
    rows += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}
