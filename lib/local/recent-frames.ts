import type { Clock } from '#lib/kernel/clock.ts';
import type { ChannelName } from '#lib/ports/realtime.ts';

export type StoredFrame = {
  number: number;
  channel: ChannelName;
  /** The only user who gets the frame. */
  to: string | undefined;
  text: string;
  at: number;
};

const maxFrames = 1000;
const maxFrameAge = 10 * 60_000;
/** Characters of all frames together: a frame with an agent's message has up to 32,768. */
const maxCharacters = 4 * 1024 * 1024;

/**
 * The latest frames of one tenant, numbered from 1: at most 1,000 frames or 4 MB, and none older
 * than ten minutes.
 */
export const recentFrames = (clock: Clock) => {
  const frames: StoredFrame[] = [];
  let last = 0;
  let lastLost = 0;
  let characterCount = 0;

  const forget = () => {
    const oldest = clock() - maxFrameAge;
    for (let first = frames[0]; first; first = frames[0]) {
      const hasRoom = frames.length <= maxFrames && characterCount <= maxCharacters;
      if (hasRoom && first.at >= oldest) return;
      lastLost = first.number;
      characterCount -= first.text.length;
      frames.shift();
    }
  };

  return {
    /** The number of the newest frame. */
    last: () => last,
    /** Keeps the frame that `render` creates for the next number. */
    add(
      { channel, to }: Pick<StoredFrame, 'channel' | 'to'>,
      render: (number: number) => string,
    ): StoredFrame {
      const text = render(last + 1);
      last += 1;
      const frame = { number: last, channel, to, text, at: clock() };
      frames.push(frame);
      characterCount += text.length;
      forget();
      return frame;
    },
    /** The frames after that number; undefined if some of them are no longer kept. */
    after(number: number): StoredFrame[] | undefined {
      forget();
      if (number < lastLost || number > last) return undefined;
      return frames.filter((frame) => frame.number > number);
    },
  };
};
