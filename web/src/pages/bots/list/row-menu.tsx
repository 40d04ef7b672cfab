import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { useFollow } from '#web/components/link.tsx';
import { actOf, type BotAct, botMenuItems } from '../acts/bot-acts.ts';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';

export type OnAct = (action: BotAct, bot: BotSummary) => void;

/** The menu of one bot; a disabled item shows why. */
export const RowMenu = ({ bot, onAct }: { bot: BotSummary; onAct: OnAct }) => {
  const follow = useFollow();
  const refusals = useBotRefusals();
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${bot.name}`}
      items={botMenuItems(bot, refusals)}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const action = actOf(detail.id);
        if (action) onAct(action, bot);
      }}
    />
  );
};
