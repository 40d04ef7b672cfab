import type { Bus, Fact } from '#lib/ports/bus.ts';

export type OpenBus = {
  bus: Bus;
  /** Resolves with the facts that arrived, once there are `count`. */
  arrived(count: number): Promise<Fact[]>;
  /** From now on the bus rejects facts. */
  breakDown(): void;
  close(): unknown;
};

const eventFact = (number: number): Fact => ({
  type: 'listener_event_received',
  tenant_id: 'org_1',
  listener_id: 'lst_1',
  event_id: `evt_${number}`,
});

const decided: Fact = { type: 'approval_decided', tenant_id: 'org_2', approval_id: 'apr_1' };

const eventFacts = (count: number): Fact[] =>
  Array.from({ length: count }, (_, index) => eventFact(index));

const toSortedTexts = (facts: Fact[]): string[] => facts.map((fact) => JSON.stringify(fact)).sort();

/** The behaviour that every adapter of the bus port must have. */
export const busContract = (adapter: string, open: () => Promise<OpenBus>): void => {
  describe(`the bus port on ${adapter}`, () => {
    let scene: OpenBus;

    beforeEach(async () => {
      scene = await open();
    });

    afterEach(() => scene.close());

    it('delivers a fact as it was published', async () => {
      await scene.bus.publish([decided]);
      expect(await scene.arrived(1)).toEqual([decided]);
    });

    it.each([2, 10, 11, 25, 300])('delivers each of %i facts published together', async (count) => {
      await scene.bus.publish(eventFacts(count));
      expect(toSortedTexts(await scene.arrived(count))).toEqual(toSortedTexts(eventFacts(count)));
    });

    it('delivers each of 300 facts published at once', async () => {
      await Promise.all(eventFacts(300).map((fact) => scene.bus.publish([fact])));
      expect(toSortedTexts(await scene.arrived(300))).toEqual(toSortedTexts(eventFacts(300)));
    });

    it('accepts an empty list of facts', async () => {
      await scene.bus.publish([]);
      await scene.bus.publish([decided]);
      expect(await scene.arrived(1)).toEqual([decided]);
    });

    it('throws when it cannot accept a fact', async () => {
      scene.breakDown();
      await expect(scene.bus.publish([decided, eventFact(1)])).rejects.toThrow();
    });
  });
};
