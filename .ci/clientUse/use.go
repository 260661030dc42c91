// Reads a page and changes a webhook with the generated client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

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
	if err != nil || page.JSON200 == nil || page.JSON200.Items[0].Title != "A title" {
		panic(fmt.Sprint(err, string(page.Body)))
	}
	name := "changed by Go"
	application, webhook := uuid.MustParse(os.Getenv("APPLICATION")), uuid.MustParse(os.Getenv("WEBHOOK"))
	parameters := &client.UpdateWebhookParams{IfMatch: "*"}
	changed, err := catalog.UpdateWebhookWithResponse(ctx, application, webhook, parameters, client.WebhookSubscriptionChange{Name: &name})
	if err != nil || changed.JSON200 == nil || changed.JSON200.Name != name {
		panic(fmt.Sprint(err, string(changed.Body)))
	}
	fmt.Println("a page was read, a webhook changed")
}
