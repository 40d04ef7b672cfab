/** SQL condition: the trail `t` records all management events, both reads and writes. */
export const managementEvents = `(
          t.event_selectors
            @> '[{"ReadWriteType": "All", "IncludeManagementEvents": true}]'
          or jsonb_path_exists(t.advanced_event_selectors, '$[*] ? (
            exists (@.FieldSelectors[*] ? (@.Field == "eventCategory"
              && @.Equals[*] == "Management"))
            && !exists (@.FieldSelectors[*] ? (@.Field == "readOnly")))')
        )`;
