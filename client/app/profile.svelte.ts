import { store, stored } from "$base/storage";
import { guestNames, shortened, suggestName } from "$base/names";
import { language, t } from "$base/words.svelte";

/** The name and sign of the player on this device, stored in the browser. */
class Profile {
  #chosen = $state(shortened(stored("name") ?? "") || null);
  #given = $state<Record<string, string>>({});
  sign = $state<number | null>(Number(stored("sign")) || null);

  get name(): string {
    return this.#chosen ?? this.#given[language.locale] ?? "";
  }

  /** With an empty name the house chooses a new one. */
  set name(name: string) {
    this.#chosen = name.trim() || null;
    store("name", this.#chosen);
  }

  follow(): void {
    $effect(() => store("sign", this.sign === null ? null : String(this.sign)));
    $effect(() => {
      const { locale } = language;
      if (!(locale in this.#given))
        this.#given = { ...this.#given, [locale]: suggestName(guestNames(t("guest.names"))) };
    });
  }
}

export const profile = new Profile();
