import { expect, test } from '@jest/globals';
import { answerBody } from '../src/answer-body.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml';
const answers = {
  'of a stated length': { head: `${ok}\r\nContent-Length: 11`, body: 'hello\r\n\r\n0\n' },
  'in chunks': {
    head: `${ok}\r\nTransfer-Encoding: chunked`,
    body: '7\r\nhello\r\n\r\n10\r\n0\r\n\r\n, and more\n\r\n0\r\n\r\n',
  },
};

test.each(Object.entries(answers))(
  'Given a body %s, wherever it is cut, its last byte ends it',
  (_, answer) => {
    const body = Buffer.from(answer.body);
    for (let first = 0; first < body.length; first += 1) {
      for (let second = first; second < body.length; second += 1) {
        const isEnd = answerBody(answer.head);
        const pieces = [body.subarray(0, first), body.subarray(first, second), body.subarray(second)];
        expect(pieces.map(isEnd)).toEqual([false, false, true]);
      }
    }
  },
);

test('An answer that says neither how long it is nor that it comes in chunks is refused', () => {
  expect(() => answerBody(ok)).toThrow(/without Content-Length and without chunks/);
});
