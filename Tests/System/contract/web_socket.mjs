/** `WebSocket` over `node:net`, as much of it as a client of this server needs, for every version of Node.js. */

import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export class WebSocket {
  readyState = 0;
  #socket;
  #buffer = Buffer.alloc(0);
  #accept;
  #fragments = [];

  constructor(url, protocol) {
    const { hostname, port, pathname } = new URL(url);
    const key = randomBytes(16).toString('base64');
    this.#accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    this.#socket = connect({ host: hostname, port, noDelay: true });
    this.#socket.on('connect', () => this.#socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      + `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ${protocol}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`));
    this.#socket.on('data', (bytes) => {
      this.#buffer = Buffer.concat([this.#buffer, bytes]);
      this.#read();
    });
    this.#socket.on('error', () => {});
    this.#socket.on('end', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.onclose?.();
    });
  }

  send(text) { this.#write(TEXT, Buffer.from(text)); }

  close() {
    if (this.readyState === 1) this.#write(CLOSE, Buffer.alloc(0));
    this.#socket.end();
  }

  #read() {
    if (this.readyState === 0) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#buffer.toString('latin1', 0, end);
      this.#buffer = this.#buffer.subarray(end + 4);
      if (!head.startsWith('HTTP/1.1 101') || !head.includes(this.#accept)) {
        this.#socket.destroy();
        return;
      }
      this.readyState = 1;
      this.onopen?.();
    }
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) this.#receive(frame);
  }

  /** The first frame of what has come, once all of it is there. */
  #takeFrame() {
    if (this.#buffer.length < 2) return undefined;
    let length = this.#buffer[1] & 127;
    let start = 2;
    if (length > 125) {
      start = length === 126 ? 4 : 10;
      if (this.#buffer.length < start) return undefined;
      length = length === 126 ? this.#buffer.readUInt16BE(2) : Number(this.#buffer.readBigUInt64BE(2));
    }
    if (this.#buffer.length < start + length) return undefined;
    const payload = this.#buffer.subarray(start, start + length);
    const frame = { final: this.#buffer[0] >= 128, opcode: this.#buffer[0] & 15, payload };
    this.#buffer = this.#buffer.subarray(start + length);
    return frame;
  }

  #receive({ final, opcode, payload }) {
    if (opcode === PING) this.#write(PONG, payload);
    if (opcode === CLOSE) this.close();
    if (opcode > TEXT) return;
    this.#fragments.push(payload);
    if (!final) return;
    const data = Buffer.concat(this.#fragments).toString();
    this.#fragments = [];
    this.onmessage?.({ data });
  }

  #write(opcode, payload) {
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = 128 | opcode;
    head[1] = 128 | (length < 126 ? length : length < 65_536 ? 126 : 127);
    if (head.length === 4) head.writeUInt16BE(length, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
    const mask = randomBytes(4);
    this.#socket.write(Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index % 4])]));
  }
}
