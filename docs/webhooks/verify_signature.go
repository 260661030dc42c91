// Package webhooks verifies deliveries of the Canonical Anime Catalog. Standard library alone.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Tolerance is how far a timestamp may be off.
const Tolerance = 5 * time.Minute

var (
	timestampShape = regexp.MustCompile(`\A[0-9]{1,12}\z`)
	signatureShape = regexp.MustCompile(`\Av1=[0-9a-f]{64}\z`)
)

// VerifySignature tells whether a delivery comes from the catalogue and is fresh. Answer 401 when it does not, and read nothing of
// the body.
//
// secrets are those that may have signed: one, or during a rotation the old and the new; each is the whole text, whsec_…
// timestamp and signature are the headers Service-Timestamp and Service-Signature, empty when missing; body is the bytes as they came.
func VerifySignature(secrets []string, timestamp, signature string, body []byte, now time.Time) bool {
	if !timestampShape.MatchString(timestamp) || !signatureShape.MatchString(signature) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > Tolerance || age < -Tolerance {
		return false
	}
	given, err := hex.DecodeString(strings.TrimPrefix(signature, "v1="))
	if err != nil {
		return false
	}
	valid := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		valid = hmac.Equal(mac.Sum(nil), given) || valid
	}
	return valid
}
