// Reads pages, lookups, changes and a selection, and changes a webhook with the generated client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"anime.example/client"
	"github.com/google/uuid"
)

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	catalog, err := client.NewClientWithResponses(os.Getenv("CATALOG_URL"), client.WithRequestEditorFn(authorize))
	if err != nil {
		panic(err)
	}
	page, err := catalog.ListAnimeWithResponse(ctx, &client.ListAnimeParams{})
	if err != nil || page.JSON200 == nil {
		panic(fmt.Sprint(err, string(page.Body)))
	}
	whole, err := page.JSON200.AsAnimePage()
	if err != nil || whole.Items[0].Title != "A title" {
		panic(fmt.Sprint(err, string(page.Body)))
	}
	id := whole.Items[0].Id
	list := func(parameters client.ListAnimeParams) *client.AnimePage {
		found, err := catalog.ListAnimeWithResponse(ctx, &parameters)
		if err != nil || found.JSON200 == nil {
			panic(fmt.Sprint(err, string(found.Body)))
		}
		page, err := found.JSON200.AsAnimePage()
		if err != nil || len(page.Items) != 1 || page.Items[0].Id != id {
			panic(fmt.Sprint(err, string(found.Body)))
		}
		return &page
	}
	externalId, ids, fields, formats := "mal:1,mal:2", id.String(), "id,format", "tv,ova"
	if found := list(client.ListAnimeParams{ExternalId: &externalId}); found.NotFound == nil || (*found.NotFound)[0] != "mal:2" {
		panic("the lookup does not tell what it has not found")
	}
	selected, err := catalog.ListAnimeWithResponse(ctx, &client.ListAnimeParams{Ids: &ids, Fields: &fields})
	if err != nil || selected.JSON200 == nil {
		panic(fmt.Sprint(err, string(selected.Body)))
	}
	if part, err := selected.JSON200.AsAnimePageSelection(); err != nil || *part.Items[0].Format != "tv" || part.Items[0].Title != nil {
		panic("fields= does not select")
	}
	since := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if found := list(client.ListAnimeParams{UpdatedSince: &since}); found.Until == nil {
		panic("the changes do not tell until when")
	}
	list(client.ListAnimeParams{Format: &formats})
	facets := "season"
	hits, err := catalog.SearchAnimeWithResponse(ctx, &client.SearchAnimeParams{Q: "title", Facets: &facets})
	if err != nil || hits.JSON200 == nil {
		panic(fmt.Sprint(err, string(hits.Body)))
	}
	if found, err := hits.JSON200.AsAnimeSearchPage(); err != nil || len(found.Facets) != 4 {
		panic(fmt.Sprint(err, string(hits.Body)))
	}
	name := "changed by Go"
	application, webhook := uuid.MustParse(os.Getenv("APPLICATION")), uuid.MustParse(os.Getenv("WEBHOOK"))
	parameters := &client.UpdateWebhookParams{IfMatch: "*"}
	changed, err := catalog.UpdateWebhookWithResponse(ctx, application, webhook, parameters, client.WebhookSubscriptionChange{Name: &name})
	if err != nil || changed.JSON200 == nil || changed.JSON200.Name != name {
		panic(fmt.Sprint(err, string(changed.Body)))
	}
	fmt.Println("pages, lookups, changes and a selection were read, a webhook changed")
}
