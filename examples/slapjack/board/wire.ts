/** What the rules send, as `slapjack/views.py` and `slapjack/rules.py` have it. */
export interface View {
  offers: readonly { act: "Turn" | "Slap"; foul?: boolean }[];
  phase: "waiting" | "jack" | "taken" | "over";
  since: number;
  until: number | null;
  turn: number;
  pile: number;
  top: string | null;
  by: number | null;
  slapped: readonly number[];
  turned: number;
  taken: number;
  jacks: number;
  away: readonly number[];
  points: readonly number[];
  winners: readonly number[] | null;
}

export type Events =
  | { type: "Turned" | "HouseTurned"; seat: number; card: string; at: number }
  | { type: "Slapped"; seat: number; at: number; cards: number }
  | { type: "Beaten"; seat: number; by: number; late: number }
  | { type: "Missed"; seat: number; to: number }
  | { type: "PlayWentOn"; seat: number; at: number }
  | { type: "GameWon"; winners: readonly number[] };
