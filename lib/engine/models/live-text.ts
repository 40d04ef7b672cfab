import { setTimeout } from 'node:timers/promises';
import { maxDeltaLength } from '#lib/domain/chat/frame.rules.ts';
import type { ChatDelta } from '#lib/domain/chat/frame.schema.ts';
import { chatNotifier } from '#lib/domain/chat/chat-notifier.service.ts';
import type { ModelAnswer, Models } from '#lib/ports/model.ts';
import type { Realtime } from '#lib/ports/realtime.ts';

/** Milliseconds between two shown pieces of an answer. */
const pieceInterval = 150;

type LiveTextOptions = {
  realtime: Realtime;
  /** Resolves when the next piece may be shown. */
  pause?: () => Promise<unknown>;
};

type Piece = Pick<ChatDelta, 'offset' | 'text'>;

const nothing: Piece = { offset: 0, text: '' };

/** Shows a text in pieces as it arrives; at its beginning, what was shown before is taken back. */
const showInPieces = (show: (piece: Piece) => Promise<void>, pause: () => Promise<unknown>) => {
  const ended = Promise.withResolvers<void>();
  const state = { isOver: false, waiting: '', offset: 0 };
  let showing: Promise<void> | undefined;

  const showAll = async () => {
    while (state.waiting !== '' && !state.isOver) {
      const text = state.waiting.slice(0, maxDeltaLength);
      state.waiting = state.waiting.slice(text.length);
      const isLast = state.waiting === '';
      await show({ offset: state.offset, text });
      state.offset += text.length;
      if (isLast) await Promise.race([pause(), ended.promise]);
    }
    showing = undefined;
  };
  showing = show(nothing).then(showAll);

  return {
    add: (delta: string) => {
      state.waiting += delta;
      showing ??= showAll();
    },
    /** Ends the showing; without an answer, what was shown is taken back. */
    end: async (isAnswered: boolean) => {
      state.isOver = true;
      ended.resolve();
      await showing;
      if (!isAnswered) await show(nothing);
    },
  };
};

const nextPiece = () => setTimeout(pieceInterval, undefined, { ref: false });

/** Models whose answers people see as they arrive, where the caller says in which thread. */
export const withLiveText =
  ({ realtime, pause = nextPiece }: LiveTextOptions) =>
  (models: Models): Models => ({
    async turn(request, watch = {}) {
      const { shown, tenant_id } = request;
      if (!shown) return models.turn(request, watch);
      const { sequence, follower, ...thread } = shown;
      const notifier = chatNotifier(realtime, { tenant_id, follower });
      const text = showInPieces((piece) => notifier.delta(thread, { sequence, ...piece }), pause);
      const onText = (delta: string) => {
        text.add(delta);
        watch.onText?.(delta);
      };
      let answer: ModelAnswer | undefined;
      try {
        answer = await models.turn(request, { ...watch, onText });
        return answer;
      } finally {
        await text.end(answer?.type === 'answered');
      }
    },
  });
