import { useMemo, useState } from 'react';
import type { BotSummary, BotView, NewBot } from '#lib/domain/bots/bot.schema.ts';
import { emptyGraph, hasSameContent, hasSamePicture } from '../document/canonical.ts';
import type { KeptDraft } from './kept-draft.ts';
import { type BotDetails, detailsOf, hasSameDetails, newDetails } from '../document/details.ts';
import type { Handover } from './handover.ts';
import { useEditor } from '../use-editor.ts';
import { useInspectorTabs } from '../inspector/use-inspector-tabs.ts';

/** The version that kept changes are based on, and its details. */
type DraftBase = { version: number; details?: BotDetails | undefined };

const draftBaseOf = ({ base_version, base_details }: KeptDraft): DraftBase | undefined =>
  base_version === undefined ? undefined : { version: base_version, details: base_details };

/** The saved draft: version, graph, details, and the results of its checks. */
const savedDraftOf = (bot: BotView) => {
  const { draft_version, version, graph, problems, warnings } = bot;
  const { aws_rights, aws_rights_now, outside_calls } = bot;
  const verdicts = { problems, warnings, aws_rights, aws_rights_now, outside_calls };
  return { ...detailsOf(bot), draft_version, version, graph, ...verdicts };
};

/**
 * The bot after its status changed or a version was published. If another user saved meanwhile, the
 * response contains their draft, but the next save must still be compared with the one opened here.
 */
const withNewStatus = (saved: BotView, bot: BotSummary | BotView): BotView => {
  const isSame = saved.draft_version === bot.draft_version;
  const { settings: _ofDraft, ...otherFields } = bot;
  return { ...otherFields, ...savedDraftOf(isSame && 'graph' in bot ? bot : saved) };
};

/**
 * The last saved bot, and its changes in the editor. A new bot may start from an unsaved draft; one
 * that was just created continues with the state handed over.
 */
export const useBotDraft = (
  openedBot: BotView | undefined,
  initialDraft: NewBot | undefined,
  handover: Handover | undefined,
) => {
  const initial = openedBot ?? initialDraft;
  const [saved, setSaved] = useState(openedBot);
  const [blankGraph] = useState(emptyGraph);
  const [details, setDetails] = useState(initial ? detailsOf(initial) : newDetails);
  const [firstDraft] = useState(initialDraft);
  const [restored, setRestored] = useState<DraftBase>();
  const editor = useEditor(initial?.graph ?? blankGraph, saved, handover?.state);
  const tabsState = useInspectorTabs(handover?.openTab);
  /** The node with invalid JSON; undefined if it was deleted. */
  const unfinished = editor.graph.nodes.find(({ id }) => tabsState.unfinished.has(id));
  const savedGraph = saved?.graph ?? blankGraph;
  const baseDetails = useMemo(
    () => restored?.details ?? (saved && detailsOf(saved)),
    [restored, saved],
  );
  const areDetailsSaved = hasSameDetails(details, saved ? detailsOf(saved) : newDetails);
  const hasUnfinishedJson = unfinished !== undefined;
  const isKeepable = !areDetailsSaved || !hasSameContent(savedGraph, editor.graph);
  const dirty = hasUnfinishedJson || isKeepable;
  /** A new bot that equals its initial draft, which can be created again. */
  const isInitialDraft =
    firstDraft !== undefined &&
    !saved &&
    !hasUnfinishedJson &&
    hasSameDetails(details, detailsOf(firstDraft)) &&
    hasSameContent(firstDraft.graph, editor.graph);
  return {
    saved,
    tabsState,
    unfinished,
    /**
     * The version that the changes are based on: for restored ones, it may be older than the saved
     * one.
     */
    base: restored?.version ?? saved?.draft_version,
    /** The details that its own are based on. */
    baseDetails,
    details,
    setDetails,
    editor,
    /** There are unsaved changes that can be kept, which invalid JSON cannot. */
    isKeepable,
    /** Relevant changes would be lost: a moved box alone does not count. */
    dirty,
    /** A user has made the changes. */
    touched: dirty && !isInitialDraft,
    /** Saving would write something. */
    changed: hasUnfinishedJson || !areDetailsSaved || !hasSamePicture(savedGraph, editor.graph),
    onSaved: (bot: BotView) => {
      setSaved(bot);
      setDetails(detailsOf(bot));
      setRestored(undefined);
    },
    /** Versions and status have changed; the draft has not. */
    onPublished: (bot: BotSummary | BotView) =>
      setSaved((last) => last && withNewStatus(last, bot)),
    reload: (bot: BotView) => {
      setSaved(bot);
      setDetails(detailsOf(bot));
      setRestored(undefined);
      tabsState.forget();
      editor.dispatch({ do: 'load', graph: bot.graph });
    },
    /** Continues with changes that were kept in this browser. */
    restore: (keptDraft: KeptDraft) => {
      setDetails(keptDraft.details);
      setRestored(draftBaseOf(keptDraft));
      tabsState.forget();
      editor.dispatch({ do: 'load', graph: keptDraft.graph });
    },
  };
};

export type BotDraft = ReturnType<typeof useBotDraft>;
