/**
 * The arena from above, on a canvas.
 *
 * @module
 */

import type { PlayerState } from './arena.js';

/** A player as the canvas shows it. */
export interface Figure {
  state: PlayerState;
  /** Empty if it is unknown. */
  name: string;
  color: string;
}

/** In metres. */
const RADIUS = 0.4;
const MARGIN = 2;
const SMALLEST_VIEW = 12;

export class View {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** The middle of the picture and its height, in metres. They follow the players. */
  #x = 0;
  #z = 0;
  #height = SMALLEST_VIEW;

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('the browser has no 2D canvas');
    this.#canvas = canvas;
    this.#context = context;
  }

  draw(figures: readonly Figure[]): void {
    const { width, height } = this.#fit();
    this.#follow(figures, width / height);
    const scale = height / this.#height;
    const toX = (x: number): number => width / 2 + (x - this.#x) * scale;
    const toY = (z: number): number => height / 2 + (z - this.#z) * scale;
    const style = getComputedStyle(this.#canvas);
    const context = this.#context;
    context.clearRect(0, 0, width, height);

    context.strokeStyle = style.getPropertyValue('--line');
    context.lineWidth = 1;
    context.beginPath();
    for (let x = Math.ceil(this.#x - width / 2 / scale); toX(x) < width; x++) {
      context.moveTo(toX(x), 0);
      context.lineTo(toX(x), height);
    }
    for (let z = Math.ceil(this.#z - height / 2 / scale); toY(z) < height; z++) {
      context.moveTo(0, toY(z));
      context.lineTo(width, toY(z));
    }
    context.stroke();

    context.textAlign = 'center';
    context.font = `600 14px ${style.fontFamily}`;
    for (const { state, name, color } of figures) {
      const [x, y, radius] = [toX(state.pos.x), toY(state.pos.z), RADIUS * scale];
      context.fillStyle = color;
      context.strokeStyle = color;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      context.lineWidth = 3;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + 1.7 * radius * Math.cos(state.yaw), y + 1.7 * radius * Math.sin(state.yaw));
      context.stroke();
      context.fillStyle = style.color;
      context.fillText(name, x, y - radius - 6);
    }
  }

  /** Gives the canvas as many pixels as the screen has for it. Returns its size in those of CSS. */
  #fit(): { width: number; height: number } {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = devicePixelRatio;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== w || this.#canvas.height !== h) {
      this.#canvas.width = w;
      this.#canvas.height = h;
    }
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { width, height };
  }

  #follow(figures: readonly Figure[], aspect: number): void {
    if (figures.length === 0) return;
    const xs = figures.map((figure) => figure.state.pos.x);
    const zs = figures.map((figure) => figure.state.pos.z);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
    const height = Math.max(bottom - top + 2 * MARGIN, (right - left + 2 * MARGIN) / aspect, SMALLEST_VIEW);
    const part = 0.15;
    this.#x += ((left + right) / 2 - this.#x) * part;
    this.#z += ((top + bottom) / 2 - this.#z) * part;
    this.#height += (height - this.#height) * part;
  }
}
